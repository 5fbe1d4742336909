import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";

/**
 * Distance between the chroma of a picture's cells and the range of colours that its frames predict. One end of the
 * range is `expected`, scaled to the picture's lightness by a factor from `leastRatio` to `mostRatio`. The other end is
 * interpolated by lightness between the two frames next below and above the picture's lightness; if all frames are
 * lighter or all are darker, it equals the first end. Rows are rows of cells.
 */
export const farColoursArgs = declareKernel({
  args: {
    /** CIELAB of the picture, interleaved. */
    lab: f32("width", "rowEnd", 3),
    /** CIELAB. */
    expected: f32("width", "rowEnd", 3),
    /** CIELAB of the frames. */
    labs: listOf(f32("width", "rowEnd", 3)),
    /** Display values of the frames, interleaved. */
    rgbs: listOf(f32("width", "rowEnd", 3), "labs"),
    /** Display values of the frames. */
    lumas: listOf(f32("width", "rowEnd"), "labs"),
    /** To the nearest colour of the range. */
    distances: out(f32("width", "rowEnd")),
    /** Number of cells in a row whose distance exceeds `foreignFrom`. */
    far: out(i32("rowEnd")),
    /**
     * Number of those whose chroma also differs by more than `foreignFrom` from every frame that shows the colour well:
     * luma above `darkest` and all channels below `brightest`. The frame's chroma is scaled to the picture's lightness.
     * If there is no such frame, only the frame of least luma above `darkest` is compared: it is clipped least.
     */
    foreign: out(i32("rowEnd")),
    width: size,
    foreignFrom: number,
    leastRatio: number,
    mostRatio: number,
    darkest: number,
    brightest: number,
  },
});
export type FarColoursArgs = ArgsOf<typeof farColoursArgs>;
