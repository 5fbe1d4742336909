export { type SmallImage, shrinkBy, shrinkToEdge } from "./shrink.ts";
