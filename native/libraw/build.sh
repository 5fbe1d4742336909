#!/bin/sh
# Builds data/libraw.wasm: LibRaw with X3F (Foveon), zlib (deflate DNG) and libjpeg (lossy DNG), one thread, WebAssembly exceptions.
# Needs emcc (Emscripten 3.1.6, as Debian 12 ships it), curl, tar and the network. Installing lightwell does not run this.
# usage: native/libraw/build.sh [folder for sources and objects]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${1:-$(mktemp -d)}
mkdir -p "$work/objects"
cd "$work"

# The npm package contains LibRaw 0.22.2 and zlib 1.3.2 as released; only these folders are used.
fetch() {
  [ -f "$2" ] || curl -fsSL -o "$2" "$1"
  echo "$3  $2" | sha256sum -c --quiet
  tar xzf "$2"
}
fetch https://registry.npmjs.org/lightdrift-libraw/-/lightdrift-libraw-1.0.0.tgz libraw.tgz \
  56e27954e39a935c7e6dd123802c9488bfe00c304e7b019030012d7699b0fd64
fetch https://deb.debian.org/debian/pool/main/libj/libjpeg-turbo/libjpeg-turbo_2.1.5.orig.tar.gz libjpeg.tgz \
  254f3642b04e309fee775123133c6464181addc150499561020312ec61c1bf7c
libraw=package/vendor/libraw-0.22.2
zlib=package/vendor/zlib-1.3.2
jpeg=libjpeg-turbo-2.1.5

cp "$here/jconfig.h" "$here/jconfigint.h" "$jpeg/"
sed s/@COPYRIGHT_YEAR@/1991-2023/ "$jpeg/jversion.h.in" >"$jpeg/jversion.h"
flags="-O3 -msimd128 -fwasm-exceptions -I$zlib -I$jpeg"
defines="-DLIBRAW_NODLL -DLIBRAW_NOTHREADS -DLIBRAW_CALLOC_RAWSTORE \
  -DUSE_ZLIB -DUSE_JPEG -DUSE_JPEG8 -DUSE_X3FTOOLS -DNO_JASPER"

compile() {
  name=$(echo "$1" | tr '/' '_').o
  source=$1
  shift
  [ "objects/$name" -nt "$source" ] || emcc "$@" $flags -c "$source" -o "objects/$name"
}
for name in adler32 crc32 inffast inflate inftrees uncompr zutil; do compile $zlib/$name.c; done
for name in jaricom jcomapi jdapimin jdapistd jdarith jdatasrc jdcoefct jdcolor jddctmgr jdhuff jdinput jdmainct jdmarker \
  jdmaster jdmerge jdphuff jdpostct jdsample jerror jidctflt jidctfst jidctint jidctred jquant1 jquant2 jutils jmemmgr jmemnobs jsimd_none; do
  compile $jpeg/$name.c
done
# unpack_thumb.cpp mixes setjmp with exceptions, which this compiler rejects. Previews are found without it; wrapper.cc has stubs.
find $libraw/src -name '*.cpp' ! -name '*_ph.cpp' ! -name 'libraw_c_api.cpp' ! -name 'unpack_thumb.cpp' | sort >sources
while read -r source; do compile "$source" -std=c++17 $defines -I$libraw; done <sources
rm -f objects/wrapper.o
emcc -std=c++17 $defines -I$libraw $flags -c "$here/wrapper.cc" -o objects/wrapper.o

emcc -O3 $flags objects/*.o --no-entry -o "$here/../../data/libraw.wasm" \
  -s STANDALONE_WASM=1 -s IMPORTED_MEMORY=1 -s ALLOW_MEMORY_GROWTH=1 -s INITIAL_MEMORY=16MB -s MAXIMUM_MEMORY=2GB \
  -s TOTAL_STACK=1MB -s ERROR_ON_UNDEFINED_SYMBOLS=0 -s FILESYSTEM=0
chmod 644 "$here/../../data/libraw.wasm"
ls -l "$here/../../data/libraw.wasm"
