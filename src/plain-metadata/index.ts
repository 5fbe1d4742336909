export { OwnFirst } from "./own-first.ts";
export { PlainMetadata } from "./plain-metadata.ts";
