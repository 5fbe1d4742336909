export { cutOut, type FileBlocks, type MetadataBlock, mostBlocks, type Span } from "./blocks.ts";
export { type Excess, findDirectoryExcess, findExcess } from "./excess.ts";
