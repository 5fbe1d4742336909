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
    "How two exposures hang together is not known well enough; they are fused plainly, and what moves between them as it is.",
  "relate/exposure-mismatch":
    "A frame's EXIF exposure does not fit what it shows beside the others; the measured one is used.",
  "merge/frame-dropped": "A frame adds nothing to the bracket and was left out; the reason is given.",
  "lens/no-profile": "No lens profile matches; the lens is not corrected.",
  "lens/ambiguous": "Several lens profiles match equally; the lens is not corrected, rather than by a wrong one.",
  "perspective/skipped": "Verticals were not corrected; the reason is given.",
  "check/damaged-frame":
    "A frame is one flat colour from some row on, as decoders fill up files that were cut short; it was left out where others suffice.",
  "enhance/again":
    "The picture was enhanced in an earlier run; its view and tone stay as they are unless `again` is set.",
  "check/turned-frame": "A frame lies turned or mirrored beside the others; it was left out where others suffice.",
  "check/other-scene": "A frame shows another scene than the others; it was left out where others suffice.",
  "check/blurred-frame": "A frame has lost fine detail that its neighbour in exposure shows.",
  "check/balance-differs":
    "The white balance differs between the frames, or one of them is grey; the picture may show patches of colour.",
  "check/over-exposed": "Parts of the scene are white in every frame; no way of fusing brings them back.",
  "check/under-exposed": "Most of the scene is black in every frame.",
  "check/foreign-colour": "Parts of the picture have colours that no frame shows there.",
  "check/far-colour": "Parts of the picture have colours far from those of the plainest fusion.",
  "check/colour-shift": "Colours of the picture lie far from those of the plainest fusion.",
  "check/cast": "What is neutral in the plainest fusion has a cast.",
  "check/structure-lost": "The picture shows less of the frames' structure than the plainest fusion.",
  "check/tinted-area": "Parts of the picture turned magenta or green beside the rest.",
  "check/ghosts": "Parts of the picture show double contours, which no frame has.",
  "check/reversed-contrast": "Places are darker than others of which every frame says that they are brighter.",
  "check/halo": "Light or dark seams lie along edges, stronger than any frame shows them.",
  "check/specks": "Parts of the picture have specks or detail that no frame has.",
  "check/speckled-area": "An area is full of specks or detail that no frame has.",
  "check/seams": "Brightness or colour jumps where no frame shows an edge.",
  "check/torn-area": "An area is torn: brightness or colour jumps there where no frame shows an edge.",
  "check/made-edges": "Straight edges of brightness lie where no frame shows one.",
  "check/blur": "Fine detail is lost beside the sharpest frame.",
  "check/noise": "Plain surfaces are noisier than in any frame.",
  "check/posterised": "Surfaces have steps where the frames have soft passages.",
  "check/lost-highlights": "Parts of the picture are white of which a frame shows more.",
  "check/lost-shadows": "Parts of the picture are black of which a frame shows more.",
  "check/blank": "The picture is black, white or one flat colour.",
  "check/replaced-share": "So much of the picture was taken from single frames that the frames must have been misread.",
  "check/tilt-made": "Upright lines lean more than in the frames.",
  "check/tilt-left": "Upright lines still lean after perspective was corrected.",
  "check/tone-colour": "Toning left colours that its white balance and vibrance do not explain.",
  "check/tone-tint": "Toning turned parts of the picture magenta or green.",
  "check/tone-edges": "Toning left straight edges of brightness where the picture has none.",
  "check/tone-contrast": "Toning reversed or made large steps of brightness.",
  "check/tone-detail": "Toning left specks or detail that the picture had not before.",
  "check/tone-seams": "Toning left jumps of brightness or colour where the picture had none.",
  "check/tone-clipped": "Toning made parts of the picture white or black.",
  "check/tone-noise": "Toning made plain surfaces noisier.",
  "check/tone-posterised": "Toning left steps on surfaces with soft passages.",
  "kernels/reference": "The native kernels are not available; the slower reference runs.",
  "encode/downsized": "The result was made smaller to fit the format or the requested width.",
} as const satisfies Record<string, string>;

export type WarningCode = keyof typeof warningCodes;

export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
}
