import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { wrapError } from "../errors/index.ts";
import { latinText, quickAnswers } from "./quick-answers.ts";

/** How to start ExifTool: program and first arguments. */
export type ExifToolCommand = readonly [string, ...string[]];

/**
 * Runs the script given as first argument, with three changes: it answers quicker, it reads Latin text, and the end
 * of the argument stream ends the process. ExifTool itself polls for more, for ever, so it would outlive a Node that
 * was killed.
 */
const exitAtEndOfInput = String.raw`
  *CORE::GLOBAL::sysread = sub (*\$$;$) {
    my $count = @_ > 3
      ? CORE::sysread($_[0], ${"$"}{$_[1]}, $_[2], $_[3])
      : CORE::sysread($_[0], ${"$"}{$_[1]}, $_[2]);
    exit if defined $count and $count == 0 and $_[0] eq 'STAYOPEN';
    return $count;
  };
  $0 = shift;
  ${quickAnswers}
  ${latinText}
  do $0;
  die $@ if $@;
`;

/** Replaces the user's own, which would change tags and their meaning. */
const configuration = ["-config", fileURLToPath(new URL("../../data/exiftool.config", import.meta.url))] as const;

/** Whether ExifTool cannot run here: only on Windows does it include perl. */
export function isPerlMissing(): boolean {
  if (process.platform === "win32") return false;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return !folders.some((folder) => isExecutable(join(folder, "perl")));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The bundled ExifTool. Throws `io/exiftool` when it is not installed. */
export function findExifTool(): ExifToolCommand {
  const isWindows = process.platform === "win32";
  try {
    const require = createRequire(import.meta.url);
    const path = require(isWindows ? "exiftool-vendored.exe" : "exiftool-vendored.pl") as string;
    return isWindows ? [path, ...configuration] : ["perl", "-e", exitAtEndOfInput, path, ...configuration];
  } catch (thrown) {
    throw wrapError(thrown, "io/exiftool", "metadata: the bundled ExifTool is missing");
  }
}
