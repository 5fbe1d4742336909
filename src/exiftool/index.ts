export { createExifTool } from "./exiftool.ts";
