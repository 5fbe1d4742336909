export { describePhoto, type PhotoDescription } from "./describe-photo.ts";
export { type TagRecord, type TagValue, wantedTags } from "./tags.ts";
