export { type DeclaredExtent, directoriesExtent, extentOf, holdsSensorData, type Span } from "./sensor-data.ts";
export { readTiffDirectories, readTiffDirectoryAt, type TiffDirectory } from "./structure.ts";
export { tiffCodec } from "./tiff.ts";
export { withTiffBlocks } from "./with-blocks.ts";
