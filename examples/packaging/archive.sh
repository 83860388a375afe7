#!/bin/sh
# Makes an archive of memo for any Linux, or macOS, with this machine's processor. It links libgit2
# statically, because its library has another name in each release. The other libraries have one
# name everywhere: libyaml, md4c, SQLite and, for the browser board, libqrencode.
#
#   sh examples/packaging/archive.sh [FOLDER]    writes the archive and its checksum to FOLDER
set -eu

project=$(cd "$(dirname "$0")/../.." && pwd)
target=$(mkdir -p "${1:-.}" && cd "${1:-.}" && pwd)
libgit2=v1.9.7
commit=49e408b3208bc3093757a1c2db938d3590f3f412
work=$project/.build/archive
mkdir -p "$work"

# memo uses git itself for the network, so libgit2 is built without SSH and HTTPS.
if [ ! -e "$work/libgit2/lib/libgit2.a" ]; then
  rm -rf "$work/source"
  git clone --quiet --depth 1 --branch $libgit2 \
    "${MEMO_LIBGIT2:-https://github.com/libgit2/libgit2}" "$work/source"
  [ "$(git -C "$work/source" rev-parse HEAD)" = $commit ] || {
    echo "error: $libgit2 is not the commit $commit" >&2
    exit 1
  }
  cmake -S "$work/source" -B "$work/libgit2-build" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$work/libgit2" -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_TESTS=OFF -DBUILD_CLI=OFF -DUSE_SSH=OFF \
    -DUSE_HTTPS=OFF -DUSE_GSSAPI=OFF -DUSE_HTTP_PARSER=builtin -DREGEX_BACKEND=builtin >/dev/null
  cmake --build "$work/libgit2-build" --parallel >/dev/null
  cmake --install "$work/libgit2-build" >/dev/null
  # Renamed, since the linker may find the system's libgit2 first.
  cp "$work/libgit2/lib/libgit2.a" "$work/libgit2/lib/libmemogit2.a"
  pc=$work/libgit2/lib/pkgconfig/libgit2.pc
  sed 's/-lgit2/-lmemogit2/' "$pc" >"$pc.new" && mv "$pc.new" "$pc"
fi

root=$work/root
rm -rf "$root"
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git -C "$project" log -1 --format=%ct)}"
export MEMO_STATIC_LIBGIT2=1 PKG_CONFIG_PATH="$work/libgit2/lib/pkgconfig"
DESTDIR=$root sh "$project/examples/install.sh" --prefix /usr/local
version=$("$root/usr/local/bin/memo" --version | cut -d' ' -f2)
name=memo-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
rm -rf "$work/$name"
mv "$root/usr/local" "$work/$name"
# The same sources make the same archive.
find "$work/$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} + 2>/dev/null ||
  find "$work/$name" -exec touch -h -t "$(date -r "$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S)" {} +
(cd "$work" && find "$name" -print | LC_ALL=C sort >files &&
  tar --no-recursion -cf - -T files | gzip -9n >"$target/$name.tar.gz")
cd "$target"
if command -v sha256sum >/dev/null; then sha256sum "$name.tar.gz" >"$name.tar.gz.sha256"
else shasum -a 256 "$name.tar.gz" >"$name.tar.gz.sha256"
fi
echo "Made $target/$name.tar.gz."
