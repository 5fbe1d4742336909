export { ExifTool } from "./exiftool.ts";
export { isPerlMissing } from "./exiftool-command.ts";
