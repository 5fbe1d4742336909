/**
 * A JPEG with the metadata of another one: the application segments and comments that stand before the picture (ITU-T T.81, B.1.1) are
 * those of `head`, all else is that of `picture`. Both files begin with SOI and are not changed.
 */
export function withHeadOf(head: Uint8Array, picture: Uint8Array): Uint8Array {
  const [headEnd, pictureBegin] = [endOfHead(head), endOfHead(picture)];
  const joined = new Uint8Array(headEnd + picture.length - pictureBegin);
  joined.set(head.subarray(0, headEnd));
  joined.set(picture.subarray(pictureBegin), headEnd);
  return joined;
}

/** Where the first segment begins that is neither APPn nor COM. */
function endOfHead(file: Uint8Array): number {
  let at = 2;
  while (file[at] === 0xff && ((file[at + 1] & 0xf0) === 0xe0 || file[at + 1] === 0xfe)) {
    at += 2 + file[at + 2] * 256 + file[at + 3];
  }
  return at;
}
