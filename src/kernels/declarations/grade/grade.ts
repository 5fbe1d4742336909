import { type ArgsOf, declareKernel, f32, out, single, size, sizeUpTo, u16 } from "../../declaration.ts";

/** Planes of a plan. */
const planPlanes = 18;

/**
 * From a plan on blocks of factor × factor to a gain and offsets for each pixel of a width × height grid. `plan` is 18
 * planes: 0–7 slope and offset (guided filter over scene light; He, Sun, Tang 2013, eq. 8) of the room's error, 3
 * channels, and of its weight; 8–9 slope and offset of the pull on highlights; 10–11 of what shade gains (luma; it
 * takes the room's colours); 12–14 the colour around, 3 channels; 15 the brightest light near by, stops: flat surfaces
 * that are darker by `jumpFrom` to `jumpTo` are set to the room's colour exactly where that is no further away than
 * `mostShift` (Euclidean, display values), perfectly flat ones anywhere; 16 how much of that is done, 0 to 1; 17 how
 * surely the surfaces around are flat and well exposed, 0 to 1. `evidence` as roomEvidence wrote it, `fused` as for
 * roomMeans. Where 9 × 9 windows show less structure than evidence 5 holds, what stands out from the colour around is
 * raised: up to `mostGain`, not below `noise` and less in structure that nears `edgeContrast` (standard deviations).
 * `field` is 4 planes, gain and offsets: graded = gain · fused + offset. Rows are the field's.
 */
export const gradeFieldArgs = declareKernel({
  rows: "height",
  constants: { planPlanes },
  args: {
    plan: f32(planPlanes, "(width + factor - 1) / factor", "(height + factor - 1) / factor"),
    evidence: f32(6, "width", "height"),
    fused: f32(3, "width", "height"),
    field: out(f32(4, "width", "height")),
    width: size,
    height: size,
    factor: sizeUpTo(64),
    headroom: single,
    /** How fast the correction fades where less of the surroundings anchors it. */
    anchorGain: single,
    jumpFrom: single,
    jumpTo: single,
    mostShift: single,
    /** Values above this are compared as grade bends them. */
    knee: single,
    mostGain: single,
    noise: single,
    edgeContrast: single,
  },
});
export type GradeFieldArgs = ArgsOf<typeof gradeFieldArgs>;

/**
 * Grades a picture in place: `image` (width × height × 3) is coded from −headroom (0) to 1 + headroom (65535) and
 * becomes 0 to 1. `field` is 4 planes of blocks of `fieldFactor` pixels, as gradeField wrote it. Values above `knee`
 * (below 1) bend towards 1, those below 0.2 · (1 − knee) towards 0, without ever leaving [0, 1]. Rows are the image's.
 */
export const gradeArgs = declareKernel({
  rows: "height",
  args: {
    image: out(u16("width", "height", 3)),
    field: f32(4, "fieldWidth", "fieldHeight"),
    width: size,
    height: size,
    fieldWidth: sizeUpTo("width / fieldFactor + 1"),
    fieldHeight: sizeUpTo("height / fieldFactor + 1"),
    fieldFactor: sizeUpTo(64),
    headroom: single,
    knee: single,
  },
});
export type GradeArgs = ArgsOf<typeof gradeArgs>;
