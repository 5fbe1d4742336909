import { type ArgsOf, declareKernel, f32, i32, listOf, number, out, size } from "../../declaration.ts";

/**
 * How far the chroma of a picture's cells (`lab`, CIELAB, interleaved, `width` cells a row) lies from what its frames
 * lead to expect: `distances`, each to the nearest of a range of colours. One end of it is `expected`,
 * brought to the picture's lightness by a factor from `leastRatio` to `mostRatio`; the other is what the two frames
 * (`labs`) next below and above the picture's lightness show, by lightness between them; `expected` alone where all are
 * lighter or all darker. `far`: cells of a row beyond `foreignFrom`. `foreign`: those of them that lie as far from
 * every frame that shows the colour well: luma (`lumas`) over `darkest`, and no channel (`rgbs`) from `brightest`.
 * Where no frame does, the one of least luma over `darkest` counts: it is clipped least.
 */
export const farColoursArgs = declareKernel({
  args: {
    lab: f32("width", "rowEnd", 3),
    expected: f32("width", "rowEnd", 3),
    labs: listOf(f32("width", "rowEnd", 3)),
    rgbs: listOf(f32("width", "rowEnd", 3), "labs"),
    lumas: listOf(f32("width", "rowEnd"), "labs"),
    distances: out(f32("width", "rowEnd")),
    far: out(i32("rowEnd")),
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
