export { headCarrier, withHeadOf } from "./head.ts";
export { jpegCodec } from "./jpeg.ts";
export { cutStrips, joinStrips } from "./strips.ts";
