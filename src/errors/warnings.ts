/** The documentation of a warning. */
export interface WarningCodeEntry {
  /** One sentence for docs/ERRORS.md: what happened, and what the picture is like now. */
  readonly doc: string;
  /** What the reader can do about it, if anything. */
  readonly remedy?: string;
  /** Whether it is only a note: the picture is as it should be and needs no review. */
  readonly isNote?: true;
  /**
   * A cause that all pictures of a run share, as a clause. The command line prints it once, with the number of
   * pictures; each report describes the effect on its picture.
   */
  readonly sharedCause?: string;
}

const codes = {
  "metadata/unreadable": {
    doc: "The metadata cannot be read; the picture is processed without camera data.",
    remedy:
      "Check the file with ExifTool; without camera data no lens profile is found, and sets are found by the pictures.",
  },
  "metadata/dropped": {
    doc: "Some metadata that the photographer wrote is not in the result; the message names it.",
    remedy: "Copy it from the photograph with ExifTool if you need it.",
  },
  "metadata/no-perl": {
    doc: "Without perl ExifTool cannot run; the message names what was not read of this picture or is not in the result.",
    remedy: "Install perl and run the command again.",
    sharedCause: "perl is missing, so some metadata were not read or not written",
  },
  "decode/truncated": {
    doc: "The file is truncated; the readable part is used.",
    remedy: "Copy the file again from the card or camera.",
  },
  "decode/profile-ignored": {
    doc: "The embedded colour profile is broken or unsuitable; sRGB is assumed.",
    remedy: "Embed a valid profile, or export the photograph as sRGB.",
  },
  "decode/space-declared": {
    doc: "The file has no colour profile; it is decoded as Adobe RGB, as its EXIF data or its name declares.",
    isNote: true,
  },
  "decode/alpha-flattened": { doc: "Transparency is flattened on white; frames of a set are filled from each other." },
  "decode/auxiliary-ignored": {
    doc: "Auxiliary images (gain map, depth, second frames) are ignored.",
    isNote: true,
  },
  "decode/preview-used": {
    doc: "The sensor data cannot be read; the embedded preview is used.",
    remedy: "Export the photograph to TIFF or uncompressed DNG for full quality.",
  },
  "decode/opcodes-skipped": { doc: "The DNG requests corrections that are unknown or invalid; they are skipped." },
  "decode/levels-implausible": {
    doc: "The black or white level that a RAW states does not fit its data; it is estimated from the data.",
    remedy: "Check shadows and highlights; the program that wrote the RAW may be at fault.",
  },
  "decode/tags-ignored": {
    doc: "A RAW states a white balance or colour matrices that no camera has; they are ignored, and the colours may be off.",
    remedy: "Set `rawWhiteBalance` to `auto` or `daylight` if colours are off.",
  },
  "decode/damaged": {
    doc: "Parts of the picture's data are damaged; the picture may be wrong there.",
    remedy: "Copy the file again from the card or camera.",
  },
  "decode/color-unknown": {
    doc: "No colour matrix is known for the camera; the colours of the picture may be off.",
    remedy: "Convert the RAW to DNG, which contains its own matrices.",
  },
  "decode/hdr-tone-mapped": { doc: "An HDR transfer function (PQ, HLG) is mapped to standard range." },
  "group/order-uncertain": {
    doc: "Capture times are missing or coarse; file names decide the order.",
    remedy: "Review the sets with `lightwell group --html`; keep the camera's metadata in exports.",
  },
  "group/own-results": {
    doc: "Results of earlier runs are among the photographs; they are skipped.",
    remedy: "Name them one by one to include them.",
  },
  "group/remainder": {
    doc: "The number of files is not a multiple of the bracket size; the last set is smaller.",
    remedy: "Check `bracketSize`, and whether a frame is missing.",
  },
  "group/size-limit": {
    doc: "What looks like one set is longer than `maxBracketSize`, and was split.",
    remedy:
      "Raise `maxBracketSize` if the set has more frames; sets have at most 25 frames unless you name them yourself.",
  },
  "group/mixed": {
    doc: "Sets of a fixed size or from a list mix RAW with other files, or files of different sizes.",
    remedy: "Check `bracketSize`, or the list; put RAW and JPEG files into separate folders.",
  },
  "source/passed-over": {
    doc: "Subfolders, system folders, or files that are not photographs are skipped.",
    remedy: "`--recursive` searches subfolders.",
  },
  "output/report-missing": {
    doc: "The picture is written, but its report is not.",
    remedy: "Check whether another file has the report's name, and make the picture again with `overwrite`.",
  },
  "cache/trouble": {
    doc: "An entry of the cache is damaged and is computed again, or nothing can be stored in the cache folder.",
    remedy: "Check that this user may write to `cacheDir` and that the disk has room.",
  },
  "align/failed": {
    doc: "A frame, or the rotation of a 360° frame, cannot be aligned reliably; it is not moved, or it is skipped.",
    remedy: "Look at the picture for double edges; raise `maxShift` if the camera moved far.",
  },
  "align/reference": {
    doc: "The reference frame that the caller chose does not fit the other frames; the picture has the view of another one.",
    remedy: "Choose another frame as `reference`, or raise `maxShift` if the camera moved far.",
  },
  "relate/uncertain": {
    doc: "How two exposures relate is not known well enough; they are fused without removing what moves between them.",
    remedy: "Use smaller steps of exposure between frames (2 EV).",
  },
  "relate/exposure-mismatch": {
    doc: "A frame's EXIF exposure does not fit its brightness compared with the others; the measured one is used.",
    isNote: true,
  },
  "merge/frame-dropped": {
    doc: "A frame adds nothing to the bracket and is skipped; the message gives the reason.",
    remedy: "Set `dropFrames` to `never` to keep every frame.",
  },
  "flash/not-used": {
    doc: "A view has flash frames, but its picture is made only from ambient light: the flash frames do not explain it, or the check found a fault that comes from them.",
    isNote: true,
  },
  "lens/no-profile": {
    doc: "No lens profile matches; the lens is not corrected.",
    remedy: "Keep the lens's name in the metadata, or correct the lens in another program.",
  },
  "lens/ambiguous": {
    doc: "Several lens profiles match equally; the lens is not corrected, because one of them is wrong.",
    remedy: "Keep the lens's full name and focal length in the metadata.",
  },
  "perspective/skipped": {
    doc: "Verticals are not corrected; the message gives the reason.",
    remedy: "Raise `maxPitchDeg` or `maxRollDeg` if the message names that limit.",
    isNote: true,
  },
  "perspective/partial": {
    doc: "Verticals still lean: correcting all of the tilt would cut off more of the picture than is allowed.",
    remedy: "Raise `maxCropLoss`.",
  },
  "check/damaged-frame": {
    doc: "A frame is one flat colour from some row on, as decoders fill truncated files; it is skipped if the others suffice.",
    remedy: "Copy the file again from the card or camera.",
  },
  "enhance/again": {
    doc: "The picture was enhanced in an earlier run; its view and tone stay as they are.",
    remedy: "Set `again` to make both from this picture again; better, enhance the original.",
  },
  "check/turned-frame": {
    doc: "A frame is turned or mirrored compared with the others; it is skipped if the others suffice.",
    remedy: "Correct the frame's orientation, or put it into a separate set.",
  },
  "check/other-scene": {
    doc: "A frame shows a different scene from the others; it is skipped if the others suffice.",
    remedy: "Correct the set: `lightwell group --html`, then `--groups`.",
  },
  "check/blurred-frame": {
    doc: "A frame has lost fine detail that its neighbour in exposure shows.",
    remedy: "Use a tripod or a shorter exposure; omit the frame if the others suffice.",
  },
  "check/balance-differs": {
    doc: "The white balance differs between the frames, or one of them is grey; the picture may show patches of colour.",
    remedy: "Fix the camera's white balance for a bracket; develop all frames alike.",
  },
  "check/over-exposed": {
    doc: "Parts of the scene are white in every frame; fusing cannot recover them.",
    remedy: "Take a darker frame too.",
  },
  "check/under-exposed": { doc: "Most of the scene is black in every frame.", remedy: "Take a brighter frame too." },
  "check/foreign-colour": { doc: "Parts of the picture have colours that no frame shows there." },
  "check/far-colour": { doc: "Parts of the picture have colours far from what its frames show." },
  "check/colour-shift": { doc: "Colours of the picture are far from what the frames show." },
  "check/cast": { doc: "Neutral parts of the frames have a colour cast in the picture." },
  "check/structure-lost": { doc: "The picture shows less of the frames' structure than the plainest fusion." },
  "check/tinted-area": { doc: "Parts of the picture turned magenta or green, unlike the rest." },
  "check/ghosts": { doc: "Parts of the picture show double contours, which no frame has." },
  "check/reversed-contrast": { doc: "Places are darker than others although every frame shows them brighter." },
  "check/edge-ring": {
    doc: "Light or dark rings run along edges in a part of the picture, and no frame shows them.",
  },
  "check/halo": { doc: "Light or dark seams run along edges, stronger than in any frame." },
  "check/specks": { doc: "Parts of the picture have specks or detail that no frame has." },
  "check/speckled-area": { doc: "An area is full of specks or detail that no frame has." },
  "check/seams": { doc: "Brightness or colour jumps where no frame shows an edge." },
  "check/torn-area": { doc: "An area is torn: brightness or colour jumps there where no frame shows an edge." },
  "check/made-edges": { doc: "The picture has straight edges of brightness that no frame shows." },
  "check/blur": { doc: "Fine detail of the sharpest frame is lost." },
  "check/noise": { doc: "Plain surfaces are noisier than in any frame." },
  "check/posterised": { doc: "Surfaces have steps where the frames have soft gradients." },
  "check/lost-highlights": { doc: "Parts of the picture are white where a frame shows more." },
  "check/lost-shadows": { doc: "Parts of the picture are black where a frame shows more." },
  "check/blank": { doc: "The picture is black, white or one flat colour." },
  "check/replaced-share": {
    doc: "So much of the picture comes from single frames that the frames were probably misread.",
    remedy: "Review the set: `lightwell group --why`.",
  },
  "check/tilt-made": {
    doc: "Upright lines lean more than in the frames.",
    remedy: "Set `perspective` to off.",
  },
  "check/tilt-left": {
    doc: "Upright lines still lean after perspective is corrected.",
    remedy: "Set `perspective` to off and correct by hand.",
  },
  "check/tone-colour": {
    doc: "Toning left colours that its white balance and vibrance do not explain.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "check/tone-tint": {
    doc: "Toning turned parts of the picture magenta or green.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "check/tone-edges": {
    doc: "Toning left straight edges of brightness where the picture had none.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "check/tone-contrast": {
    doc: "Toning reversed or made large steps of brightness.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "check/tone-detail": {
    doc: "Toning left specks or detail that the picture did not have before.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "check/tone-seams": {
    doc: "Toning left jumps of brightness or colour where the picture had none.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "check/tone-clipped": {
    doc: "Toning made parts of the picture white or black.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "check/tone-noise": {
    doc: "Toning made plain surfaces noisier.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "check/tone-posterised": {
    doc: "Toning left steps on surfaces with soft gradients.",
    remedy: "Lower `toneStrength`, or look at the picture.",
  },
  "encode/downsized": {
    doc: "The result is smaller than the picture, to fit the format or `maxWidthPx`.",
    remedy: "Raise `maxWidthPx`, or choose a format without that limit (PNG, TIFF).",
    isNote: true,
  },
} as const satisfies Record<string, WarningCodeEntry>;

/** The code of a warning or note, as `where/what`, for example `lens/no-profile`. */
export type WarningCode = keyof typeof codes;

/** Every code of a warning or note that a stage or codec can raise; none of them is fatal. */
export const warningCodes: Readonly<Record<WarningCode, WarningCodeEntry>> = codes;

/** A finding that the photographer should review. */
export interface Warning {
  /** What the warning is about, for programs. */
  readonly code: WarningCode;
  /** What the picture is like now, for people; names the file if the warning is about one. */
  readonly message: string;
}

/** Whether a warning is only a note: useful to know, with nothing to review. */
export function isNote({ code }: Warning): boolean {
  return warningCodes[code].isNote === true;
}

/** The cause of a warning that all pictures of a run share; `undefined` if each picture has its own. */
export function sharedCauseOf(code: WarningCode): string | undefined {
  return warningCodes[code].sharedCause;
}
