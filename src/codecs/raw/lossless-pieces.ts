import { isLosslessDamaged } from "../jpeg/index.ts";
import { holdsSensorData, readTiffDirectories, type TiffDirectory } from "../tiff/index.ts";

const tag = {
  compression: 259,
  make: 271,
  stripOffsets: 273,
  stripByteCounts: 279,
  tileOffsets: 324,
  tileByteCounts: 325,
  dngVersion: 50706,
  cr2Slices: 50752,
} as const;

/** TIFF's Compression of Sony's lossless files. */
const losslessJpeg = 7;

/**
 * How many of the lossless JPEGs that hold the sensor data of a CR2, or of Sony's, are damaged: LibRaw reports only
 * where a value leaves its range. Other makers order their codes in ways of their own; DNGs have another check.
 */
export function countDamagedPieces(bytes: Uint8Array): number {
  const directories = readTiffDirectories(bytes);
  const [first] = directories;
  if (!first || first.has(tag.dngVersion)) return 0;
  const isSony = first.text(tag.make).startsWith("SONY");
  const holdsPieces = (one: TiffDirectory) =>
    one.has(tag.cr2Slices) || (isSony && one.number(tag.compression) === losslessJpeg && holdsSensorData(one));
  // Broken files name the same bytes again and again: no more are looked at than there are.
  let left = bytes.length;
  return directories
    .filter(holdsPieces)
    .flatMap((one) => piecesOf(one, bytes))
    .filter((piece) => {
      left -= piece.length;
      return left >= 0 && isLosslessDamaged(piece);
    }).length;
}

function piecesOf(directory: TiffDirectory, bytes: Uint8Array): readonly Uint8Array[] {
  const isTiled = directory.has(tag.tileOffsets);
  const lengths = directory.numbers(isTiled ? tag.tileByteCounts : tag.stripByteCounts);
  const offsets = directory.numbers(isTiled ? tag.tileOffsets : tag.stripOffsets);
  return offsets.map((at, i) => bytes.subarray(at, at + (lengths[i] ?? 0)));
}
