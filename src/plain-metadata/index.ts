export { PlainMetadata } from "./plain-metadata.ts";
