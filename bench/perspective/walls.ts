import { identityHomography } from "../../src/image/index.ts";
import { type PerspectiveResult, perspective } from "../../src/stages/perspective/index.ts";
import { testContext } from "../../test/support/context.ts";
import { meanLeanDeg, meanSlopeDeg } from "../../test/support/upright-truth.ts";
import { type Hold, takeFacingPicture } from "./trial.ts";

interface Outcome {
  /** Rotation that would face the wall, in degrees. */
  readonly offDeg: number;
  readonly isFaced: boolean;
  /** Slope of the wall's level lines, and lean of upright ones. */
  readonly slopeDeg: { readonly before: number; readonly after: number };
  readonly leanDeg: number;
  readonly result: PerspectiveResult;
}

/** Cameras that nearly face a wall should be turned to face it; others should not be turned. */
const groups: readonly (readonly [string, number, number])[] = [
  ["0 to 0.5°", 0, 0.5],
  ["0.5 to 2.8°", 0.5, 2.8],
  ["3.2° and more", 3.2, 90],
];

/** Rooms seen almost straight on, straightened with `perspective` full. */
export async function tryWalls(seeds: number, from: number): Promise<void> {
  console.log("| off the wall | held | pictures | turned | slope before | after, mean / worst | lean after, mean |");
  console.log("|---|---|---|---|---|---|---|");
  for (const hold of ["level", "hand"] as const) {
    const outcomes: Outcome[] = [];
    for (let i = 0; i < seeds; i++) outcomes.push(await tryWall(hold, from + i));
    for (const [name, low, high] of groups) {
      const of = outcomes.filter(({ offDeg }) => Math.abs(offDeg) >= low && Math.abs(offDeg) < high);
      console.log(row(name, hold, of));
    }
  }
}

async function tryWall(hold: Hold, seed: number): Promise<Outcome> {
  const { image, photo, camera, offDeg, wallYawDeg } = takeFacingPicture(hold, seed);
  const result = await perspective({ image, photo, is360: false }, { perspective: "full" }, testContext());
  const { homography = identityHomography, facts } = result;
  const slope = (by: typeof homography) => meanSlopeDeg(wallYawDeg, by, camera, image);
  return {
    offDeg,
    isFaced: facts.wallYawDeg !== undefined && result.applied,
    slopeDeg: { before: slope(identityHomography), after: slope(homography) },
    leanDeg: meanLeanDeg(homography, camera, image),
    result,
  };
}

function row(name: string, hold: Hold, outcomes: readonly Outcome[]): string {
  const turned = outcomes.filter(({ isFaced }) => isFaced);
  const mean = (of: (outcome: Outcome) => number) =>
    turned.length === 0 ? "–" : `${(turned.reduce((sum, each) => sum + of(each), 0) / turned.length).toFixed(2)}°`;
  const worst = turned.length === 0 ? "–" : `${Math.max(...turned.map(({ slopeDeg }) => slopeDeg.after)).toFixed(2)}°`;
  const after = `${mean(({ slopeDeg }) => slopeDeg.after)} / ${worst}`;
  const cells = [mean(({ slopeDeg }) => slopeDeg.before), after, mean(({ leanDeg }) => leanDeg)];
  const share = outcomes.length === 0 ? "–" : `${((100 * turned.length) / outcomes.length).toFixed(1)} %`;
  return `| ${[name, hold, outcomes.length, share, ...cells].join(" | ")} |`;
}
