import { type Homography, type IntegerImage, identityHomography } from "../../src/image/index.ts";
import type { LensCorrection } from "../../src/ops/index.ts";
import { type PerspectiveResult, perspective } from "../../src/stages/perspective/index.ts";
import { rectify } from "../../src/stages/rectify/index.ts";
import { testContext } from "../../test/support/context.ts";
import { meanLeanDeg } from "../../test/support/upright-truth.ts";
import { kinds, takePicture } from "./trial.ts";

/** Shifts of the corners by lenses, relative to their distance from the centre. */
const SHIFTS = [-0.02, -0.04, 0.03, 0];

interface Outcome {
  /** Remaining shift of the corners after the estimated bow was corrected; `undefined` if none was found. */
  readonly error?: number;
  readonly before: PerspectiveResult;
  readonly after: PerspectiveResult;
  readonly leanDeg: { readonly before: number; readonly after: number };
}

/**
 * Scenes distorted by known lenses: accuracy of the lens from bowed lines, and the effect of correcting it first on
 * verticals.
 */
export async function tryBows(seeds: number, from: number, wanted: readonly string[] | undefined): Promise<void> {
  console.log(
    "| scene | corners moved by | found | error, mean / worst | straightened, before | after | lean left, before | after |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  const held = kinds.filter(([kind, hold]) => hold === "hand" && (!wanted || wanted.includes(kind)));
  for (const [kind] of held) {
    for (const shift of SHIFTS) {
      const outcomes: Outcome[] = [];
      for (let i = 0; i < seeds; i++) outcomes.push(await tryBow(kind, from + i, shift));
      console.log(row(kind, shift, outcomes));
    }
  }
}

async function tryBow(kind: string, seed: number, shift: number): Promise<Outcome> {
  const { image, photo, camera } = takePicture(kind, "hand", seed);
  const seen = shift === 0 ? image : await bent(image, shift);
  const look = (calibrate: boolean) => perspective({ image: seen, photo, is360: false, calibrate }, {}, testContext());
  const [before, after] = [await look(false), await look(true)];
  const lean = ({ homography = identityHomography }: { homography?: Homography }) =>
    meanLeanDeg(homography, camera, image);
  const found = after.facts.bow?.cornerShift;
  return {
    ...(found !== undefined && { error: Math.abs(found - shift) }),
    before,
    after,
    leanDeg: { before: lean(before), after: lean(after) },
  };
}

/** A picture distorted by a lens with this relative shift of the corners. */
export async function bent(image: IntegerImage, shift: number): Promise<IntegerImage> {
  const { width, height } = image;
  const unitsPerPx = 2 / Math.hypot(width - 1, height - 1);
  // The inverse of 1 + shift r², in powers of r.
  const terms = [1, 0, -shift, 0, 3 * shift ** 2, 0, -12 * shift ** 3];
  const correction: LensCorrection = { width, height, scale: 1, distortion: { unitsPerPx, terms } };
  return (await rectify({ image, correction }, {}, testContext())).image;
}

function row(kind: string, shift: number, outcomes: readonly Outcome[]): string {
  const errors = outcomes.flatMap(({ error }) => (error === undefined ? [] : [100 * error]));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const leans = (which: "before" | "after") => {
    const of = outcomes.filter((each) => each[which].applied).map(({ leanDeg }) => leanDeg[which]);
    return of.length > 0 ? `${mean(of).toFixed(2)}°` : "–";
  };
  const cells = [
    `${errors.length} of ${outcomes.length}`,
    errors.length > 0 ? `${mean(errors).toFixed(2)} % / ${Math.max(...errors).toFixed(2)} %` : "–",
    ...(["before", "after"] as const).map((which) => outcomes.filter((each) => each[which].applied).length),
    leans("before"),
    leans("after"),
  ];
  return `| ${[kind, `${100 * shift} %`, ...cells].join(" | ")} |`;
}
