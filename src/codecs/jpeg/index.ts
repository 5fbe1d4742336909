export { headCarrier, withHeadOf, withXmp } from "./head.ts";
export { jpegCodec } from "./jpeg.ts";
export { cutStrips, joinStrips } from "./strips.ts";
