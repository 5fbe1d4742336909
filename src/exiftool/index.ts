export { createExifTool, type ExifToolSettings } from "./exiftool.ts";
