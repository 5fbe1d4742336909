/** What is not fatal but worth knowing; every code a stage or codec may raise, with its sentence for docs/ERRORS.md. */
export const warningCodes = {
  "metadata/unreadable": "Metadata could not be read; the picture is processed without camera data.",
  "metadata/dropped": "Some metadata could not be carried into the result.",
  "decode/truncated": "The file is cut short; what could be read is used.",
  "decode/profile-ignored": "The embedded colour profile is broken or unsuitable; sRGB is assumed.",
  "decode/alpha-flattened": "Transparency was flattened on white.",
  "decode/auxiliary-ignored": "Auxiliary images (gain map, depth, second frames) were ignored.",
  "decode/preview-used": "The sensor data cannot be read; the embedded preview is used.",
  "decode/opcodes-skipped": "The DNG asks for corrections that are unknown or broken; they were left out.",
  "decode/levels-implausible":
    "The black or white level that a RAW states cannot be that of its data; it was taken from the data.",
  "decode/tags-ignored":
    "A RAW states a white balance or colour matrices that no camera has; they were left out, and the colours may be off.",
  "decode/damaged": "Parts of the sensor data are damaged; the picture may show garbage there.",
  "decode/color-unknown": "No colour matrix is known for the camera; the colours of the picture may be off.",
  "decode/hdr-tone-mapped": "An HDR transfer function (PQ, HLG) was mapped to standard range.",
  "group/order-uncertain": "Capture times are missing or coarse; file names decided the order.",
  "group/own-results":
    "Results of earlier runs lie among the photographs; they were left out. Name them one by one to take them.",
  "group/remainder": "The number of files is not a multiple of the bracket size; the last set is smaller.",
  "cache/trouble": "Something in the cache folder was broken and made again, or nothing could be kept there.",
  "align/failed": "A frame could not be aligned reliably and was left as it was or dropped.",
  "relate/uncertain":
    "How two exposures hang together is not known well enough; what moves between them is fused as it is.",
  "merge/frame-dropped": "A frame adds nothing to the bracket and was left out; the reason is given.",
  "merge/exposure-mismatch":
    "A frame's EXIF exposure does not fit what it shows beside the others; the measured one is used.",
  "lens/no-profile": "No lens profile matches; the lens is not corrected.",
  "lens/ambiguous": "Several lens profiles match equally; the lens is not corrected, rather than by a wrong one.",
  "perspective/skipped": "Verticals were not corrected; the reason is given.",
  "kernels/reference": "The native kernels are not available; the slower reference runs.",
  "encode/downsized": "The result was made smaller to fit the format or the requested width.",
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof warningCodes;

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}
