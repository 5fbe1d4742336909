import { type ArgsOf, declareKernel, f32, listOf, out, single, size, u16 } from "../../declaration.ts";

/** Steps of the tables over display values. */
export const roomTableSteps = 4095;

/**
 * What small copies of all frames (luma, 65535 = full scale, width × height, darkest first) tell of the scene.
 * `evidence` is 6 planes: scene light in stops, 0 where the first frame shows display white (the frames' readings, each
 * weighted by how well it is exposed); how surely the pixel is a flat, well-exposed surface of the room, 0 to 1; the
 * colour that the room's exposure shows, that of `room` (a copy of one frame, width × height × 3, 1.0 = full scale)
 * through the table `shift`; and the largest luma variance that a frame shows in 9 × 9 windows. Tables have 4096 steps
 * over [0, 1]. `flatness`: standard deviation of luma in 5 × 5 windows, in any frame as far as it is well exposed
 * there, at which a surface counts as half textured. Rows are the planes'.
 */
export const roomEvidenceArgs = declareKernel({
  rows: "height",
  constants: { roomTableSteps },
  args: {
    lumas: listOf(u16("width", "height")),
    room: f32("width", "height", 3),
    /** Light of each frame over the first, in stops. */
    stops: f32("lumas"),
    /** Stops under white of a display value. */
    logLight: f32(roomTableSteps + 1),
    /** Mertens' well-exposedness of a luma. */
    exposedness: f32(roomTableSteps + 1),
    shift: f32(roomTableSteps + 1),
    evidence: out(f32("width", "height", 6)),
    width: size,
    height: size,
    flatness: single,
  },
});
export type RoomEvidenceArgs = ArgsOf<typeof roomEvidenceArgs>;

/**
 * Means over blocks of factor × factor, cut at the right and lower border, of 8 planes: evidence 0 and 1; evidence 1
 * times what the room's colour has over the fused one, 3 channels; the fused colour, 3 channels. `fused` is width ×
 * height × 3, coded (value + headroom) / (1 + 2 headroom). Rows are those of `means`.
 */
export const roomMeansArgs = declareKernel({
  rows: "(height + factor - 1) / factor",
  args: {
    evidence: f32("width", "height", 5),
    fused: f32("width", "height", 3),
    means: out(f32("(width + factor - 1) / factor", "(height + factor - 1) / factor", 8)),
    width: size,
    height: size,
    factor: size,
    headroom: single,
  },
});
export type RoomMeansArgs = ArgsOf<typeof roomMeansArgs>;
