/** Who must act on an error: the caller's options, the file, the engine's coverage, a limit, the disk, nobody (cancelled), us. */
export const errorKinds = ["options", "input", "unsupported", "limits", "io", "cancelled", "internal"] as const;
export type ErrorKind = (typeof errorKinds)[number];

interface CodeEntry {
  readonly kind: ErrorKind;
  /** One sentence for docs/ERRORS.md: what happened and what to do. */
  readonly doc: string;
}

const entry = (kind: ErrorKind, doc: string): CodeEntry => ({ kind, doc });

/** Every error code of the engine. The CLI's exit codes and HTTP statuses are total maps over the kinds. */
export const errorCodes = {
  "options/unknown": entry("options", "An option name does not exist; the message lists the nearest ones."),
  "options/invalid": entry("options", "An option's value is outside its type or range."),
  "options/conflict": entry("options", "Two options contradict each other."),
  "input/empty": entry("input", "No file was given, or the file has no bytes."),
  "input/not-an-image": entry("input", "The bytes are not of any image format the engine knows."),
  "input/corrupt": entry("input", "The file is of a known format but broken or cut short."),
  "input/mismatch": entry("input", "Frames that should be merged differ in size or cannot belong together."),
  "input/groups": entry("input", "A list of groups names unknown files, or a file twice."),
  "input/look": entry(
    "input",
    "A file of a look is damaged, of another version or no look at all, or pictures do not fit to learn one.",
  ),
  "check/failed": entry(
    "input",
    "The picture made of a set does not stand up to the check, and `strict` was asked for; the message says what was found. Nothing is written.",
  ),
  "check/no-picture": entry(
    "input",
    "Every frame of a set is black, white or one flat colour: there is nothing to make a picture of.",
  ),
  "unsupported/variant": entry(
    "unsupported",
    "This variant of a known format (compression, camera) cannot be decoded; export the photograph to JPEG or TIFF.",
  ),
  "limits/pixels": entry("limits", "The picture has more pixels than the engine's `maxPixels`."),
  "limits/groups": entry("limits", "More than 10,000 brackets were listed by hand."),
  "limits/frames": entry("limits", "A set has more frames than the engine's `maxFrames`."),
  "limits/bytes": entry("limits", "The file has more bytes than the engine's `maxFileMb`."),
  "limits/memory": entry(
    "limits",
    "The work needs more memory than the engine's `maxDecodeMb` or a worker's heap allows.",
  ),
  "limits/time": entry("limits", "The work took longer than the engine's `timeoutMs`."),
  "io/read": entry("io", "A file could not be read."),
  "io/write": entry("io", "A result could not be written."),
  "io/exists": entry(
    "io",
    "The output exists, and overwriting was not asked for or the file is no result of this program; move it away or choose another name.",
  ),
  "io/exiftool": entry("io", "ExifTool could not be started or did not answer; it needs perl on this system."),
  cancelled: entry(
    "cancelled",
    "The caller's AbortSignal, or Ctrl-C, ended the work; the signal's reason is the error's `cause`.",
  ),
  internal: entry("internal", "A defect of the engine; please report it with the message."),
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof errorCodes;
