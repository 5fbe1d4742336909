export { OwnFirst, PlainMetadata } from "./plain-metadata.ts";
