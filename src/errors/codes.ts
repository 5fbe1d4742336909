/**
 * Who must act on an error: it is about the caller's options, the file, the engine's coverage, a limit, the disk, or a
 * defect of this project. `cancelled` needs no action.
 */
export const errorKinds = ["options", "input", "unsupported", "limits", "io", "cancelled", "internal"] as const;
/** Who must act on an error: see {@link errorKinds}. */
export type ErrorKind = (typeof errorKinds)[number];

/** The documentation of an error code. */
export interface ErrorCodeEntry {
  /** Who must act. */
  readonly kind: ErrorKind;
  /** One sentence for docs/ERRORS.md: what happened. */
  readonly doc: string;
  /**
   * One sentence for docs/ERRORS.md, to the person who must act: what to do, with the name of the option if there is
   * one.
   */
  readonly remedy: string;
}

const entry = (kind: ErrorKind, doc: string, remedy: string): ErrorCodeEntry => ({ kind, doc, remedy });

const codes = {
  "options/unknown": entry(
    "options",
    "An option, flag or command of this name does not exist.",
    "Use one of the names that the message lists; docs/OPTIONS.md has all.",
  ),
  "options/invalid": entry(
    "options",
    "An option's value has the wrong type or is out of range, or a required option is missing.",
    "Use a value that the message allows.",
  ),
  "options/conflict": entry(
    "options",
    "Two options contradict each other.",
    "Omit one of the two options that the message names, or make them agree.",
  ),
  "input/empty": entry(
    "input",
    "No file was given, a folder contains no photograph, or the file is empty.",
    "Name at least one photograph; copy an empty file again from the card.",
  ),
  "input/not-an-image": entry(
    "input",
    "The file is not in an image format that the engine knows.",
    "Omit the file, or export it to a format of docs/FORMATS.md.",
  ),
  "input/corrupt": entry(
    "input",
    "The file has a known format but is damaged or truncated.",
    "Copy the file again from the card or camera; if it is still broken, omit it.",
  ),
  "input/mismatch": entry(
    "input",
    "The frames of a set differ in size or do not belong together.",
    "Review the sets with `lightwell group --html` and correct them by `--groups`, or name frames of one view.",
  ),
  "input/groups": entry(
    "input",
    "A list of sets names unknown files or a file twice, or the call names a source twice.",
    "Correct the names that the message lists; every set names files of this call, each once.",
  ),
  "input/reference": entry(
    "input",
    "A reference is not a frame of a set, or a set has several.",
    "Name one frame for each set, as it was given; a flash frame, or a JPEG next to its RAW, is not one.",
  ),
  "input/report": entry(
    "input",
    "The file is not a report of this program, or has another schema.",
    "Use the JSON file that `--report` wrote next to the picture.",
  ),
  "input/look": entry(
    "input",
    "The file of a look is damaged, of another version or not a look, or no look can be learned from the pictures.",
    "Learn the look again with `lightwell look learn`, from pictures as docs/LOOK.md describes them.",
  ),
  "input/summary": entry(
    "input",
    "A summary of a photograph is damaged, of another version, or lacks data that this call needs.",
    "Pass the file itself, or make the summary again with `summarize`.",
  ),
  "check/failed": entry(
    "input",
    "The picture of a set does not pass the check, and `strict` is on. Nothing is written.",
    "Look at the findings in the message; correct the set, or omit `strict` to get the next safer picture.",
  ),
  "check/no-picture": entry(
    "input",
    "Every frame of a set is black, white or one flat colour.",
    "Omit the set, or take the photographs again.",
  ),
  "unsupported/format": entry(
    "unsupported",
    "The file has a format that is known but not decoded (GIF, BMP, Photoshop document, JPEG 2000, OpenEXR …).",
    "Export the picture to JPEG, PNG or TIFF.",
  ),
  "unsupported/variant": entry(
    "unsupported",
    "This variant of a known format (compression, camera) cannot be decoded.",
    "Export the photograph to JPEG, TIFF or uncompressed DNG.",
  ),
  "unsupported/bundled": entry(
    "unsupported",
    "A bundler separated the code of this package from its threads, kernels and data.",
    "Mark `lightwell` as external in the bundler, and install it where the program runs (docs/how-to/bundlers.md).",
  ),
  "limits/pixels": entry(
    "limits",
    "The picture has more pixels than `maxPixels` allows.",
    "Raise `maxPixels`, or make the picture smaller.",
  ),
  "limits/groups": entry(
    "limits",
    "More than 10,000 sets of several frames are listed by hand.",
    "Split the list into several calls.",
  ),
  "limits/frames": entry(
    "limits",
    "A set has more frames than `maxFrames` allows.",
    "Raise `maxFrames`, or split the set.",
  ),
  "limits/bytes": entry(
    "limits",
    "The file has more bytes than `maxFileMb` allows.",
    "Raise `maxFileMb`, or omit the file.",
  ),
  "limits/memory": entry(
    "limits",
    "The work needs more memory than `memoryBudgetMb`, `maxDecodeMb`, a worker's heap or the machine allows.",
    "Raise the option that the message names if the machine has the memory; omit a file whose metadata are too large; otherwise lower `workers`, or use fewer or smaller frames.",
  ),
  "limits/time": entry(
    "limits",
    "The work on one file took longer than `timeoutMs`.",
    "Raise `timeoutMs`; a file that needs minutes may be damaged.",
  ),
  "io/read": entry("io", "A file cannot be read.", "Check that the path is a file and that this user may read it."),
  "io/write": entry(
    "io",
    "A result cannot be written.",
    "Check that the folder exists, that this user may write there, and that the disk has room.",
  ),
  "io/exists": entry(
    "io",
    "The output exists, and `overwrite` is off or the file is not a result of this program.",
    "Set `overwrite` for a result of this program; move any other file away or choose another name.",
  ),
  "io/exiftool": entry(
    "io",
    "ExifTool cannot be started, or does not answer.",
    "Install perl; if it is installed, run the command again and report the message.",
  ),
  cancelled: entry(
    "cancelled",
    "The caller's AbortSignal, or Ctrl-C, ended the work; the signal's reason is the error's `cause`.",
    "Nothing if that was intended; otherwise give the signal more time. `--resume` continues a batch.",
  ),
  internal: entry("internal", "The engine has a defect.", "Report it with the message and, if possible, the file."),
} as const satisfies Record<string, ErrorCodeEntry>;

/** What failed, as `kind/what`, for example `io/read`. */
export type ErrorCode = keyof typeof codes;

/** Every error code of the engine. The CLI's exit codes and HTTP statuses are total maps over the kinds. */
export const errorCodes: Readonly<Record<ErrorCode, ErrorCodeEntry>> = codes;
