export {
  type DeclaredExtent,
  directoriesExtent,
  extentOf,
  holdsSensorData,
  readTiffDirectories,
  readTiffDirectoryAt,
  type Span,
  type TiffDirectory,
} from "./structure.ts";
export { tiffCodec } from "./tiff.ts";
export { withTiffBlocks } from "./with-blocks.ts";
