import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Path of Debian's Chromium from PATH; undefined if it is not installed. */
export function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "chromium")).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
