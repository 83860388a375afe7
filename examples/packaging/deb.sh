#!/bin/sh
# Makes a Debian package of memo for this release of Debian or Ubuntu: each release has another
# version of libgit2.
#
#   sh examples/packaging/deb.sh [FOLDER]    writes the package to FOLDER, by default to this one
#
# With MEMO_BUILT=DIR it builds nothing and packs the programs in DIR.
set -eu

project=$(cd "$(dirname "$0")/../.." && pwd)
target=$(mkdir -p "${1:-.}" && cd "${1:-.}" && pwd)
for tool in dpkg-deb dpkg-shlibdeps fakeroot; do
  command -v $tool >/dev/null || {
    echo "error: $tool is missing; 'apt-get install dpkg-dev fakeroot' brings it" >&2
    exit 1
  }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$project" log -1 --format=%ct)}"
DESTDIR=$root sh "$project/examples/install.sh" --prefix /usr
version=$("$root/usr/bin/memo" --version | cut -d' ' -f2)
architecture=$(dpkg --print-architecture)
doc=$root/usr/share/doc/memo
# The user's umask must not reach the package.
chmod -R u=rwX,go=rX "$root"

# dpkg-shlibdeps finds linked libraries. memo loads libgit2 at run time, by its file name.
mkdir -p "$work/debian"
printf 'Source: memo\n\nPackage: memo\nArchitecture: %s\n' "$architecture" >"$work/debian/control"
linked=$(cd "$work" && dpkg-shlibdeps -O "$root"/usr/bin/memo* 2>/dev/null |
  sed -n 's/^shlibs:Depends=//p')
library=$(tr '\0' '\n' <"$root/usr/bin/memo" | grep -ao 'libgit2\.so\.[0-9.]*' | head -1)
libgit2=$(dpkg-query --search "*/$library" | head -1 | cut -d: -f1)

mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<EOF
Package: memo
Version: $version
Section: utils
Priority: optional
Architecture: $architecture
Maintainer: The memo project <memo@example.com>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: $linked, $libgit2, git
Description: tasks as Markdown files in a git repository
 memo keeps each task as a Markdown file in a folder todo/, doing/ or done/.
 Every change is a commit, and memo sync works with any git remote. The files
 stay ordinary files: edit them with any editor and read the history with git.
 .
 It has a board for the terminal and one for the browser.
EOF

cat >"$doc/copyright" <<EOF
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: memo

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) The authors of memo
License: none-yet
 The owner has not chosen a licence.
EOF
[ ! -e "$project/LICENSE" ] || cp "$project/LICENSE" "$doc/copyright"
cat >"$work/changelog" <<EOF
memo ($version) unstable; urgency=medium

  * See Changelog.md in this folder.

 -- The memo project <memo@example.com>  $(date -u -d "@$SOURCE_DATE_EPOCH" +'%a, %d %b %Y %T +0000')
EOF
gzip -9n <"$work/changelog" >"$doc/changelog.gz"
gzip -9n "$root"/usr/share/man/man1/*
mkdir -p "$root/usr/share/lintian/overrides"
cat >"$root/usr/share/lintian/overrides/memo" <<EOF
# Swift's statically linked libraries contain it.
memo: embedded-library zlib [usr/bin/memo-web]
EOF
find "$root" -type d -exec chmod 755 {} + -o -type f -perm -u+x -exec chmod 755 {} + -o \
  -type f -exec chmod 644 {} +
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
package=$target/memo_${version}_$architecture.deb
fakeroot dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
echo "Made $package."
