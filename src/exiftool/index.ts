export { ExifTool } from "./exiftool.ts";
