export { headCarrier, withHeadOf, withJpegBlocks } from "./blocks.ts";
export { jpegCodec } from "./jpeg.ts";
export { isLosslessDamaged, type LosslessHead, readLosslessHead } from "./lossless.ts";
export { isScanDamaged } from "./soundness.ts";
export { cutStrips, joinStrips } from "./strips.ts";
