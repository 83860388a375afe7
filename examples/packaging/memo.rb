# A formula for Homebrew. There is no release yet, so it builds the newest commit:
#
#   brew install --HEAD ./examples/packaging/memo.rb
class Memo < Formula
  desc "Tasks as Markdown files in a git repository"
  homepage "https://github.com/memo-project/memo"
  head "https://github.com/memo-project/memo.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "libgit2"
  depends_on "libyaml"
  depends_on macos: :sequoia
  depends_on "md4c"
  depends_on "qrencode"
  depends_on "sqlite"

  def install
    ["memo", "memo-web"].each do |program|
      system "swift", "build", "--disable-sandbox", "-c", "release", "--product", program
    end
    ENV["MEMO_BUILT"] = Utils.safe_popen_read(
      "swift", "build", "-c", "release", "--show-bin-path"
    ).chomp
    system "sh", "examples/install.sh", "--prefix", prefix
  end

  test do
    system bin/"memo", "init", "tasks"
    system bin/"memo", "-C", "tasks", "add", "Buy milk"
    assert_match "Buy milk", shell_output("#{bin}/memo -C tasks list")
  end
end
