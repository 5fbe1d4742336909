import { type StageContext, throwIfCancelled } from "../context.ts";
import { type Appearance, type Blank, describeAppearance, haveEqualLuma } from "./appearance.ts";
import { type LightChange, lightChange } from "./light-change.ts";
import { measureSharpness, relativeSharpness, type Sharpness } from "./sharpness.ts";
import type { Shot } from "./shot.ts";
import { compareAppearances, type Similarity } from "./similarity.ts";

/** How many thumbnails are asked for at once. */
const atOnce = 4;

/** Reads each thumbnail at most once and remembers every comparison. */
export class Gallery {
  /** By index: what is learnt of a shot on the way makes another object of it. */
  readonly #appearances = new Map<number, Appearance | undefined>();
  readonly #sharpness = new Map<number, Sharpness>();
  readonly #similarities = new Map<string, Similarity | undefined>();
  readonly #context: StageContext;

  constructor(context: StageContext) {
    this.#context = context;
  }

  get thumbnailsRead(): number {
    return this.#appearances.size;
  }

  /** Makes {@link compare} possible for these shots. */
  async load(shots: Iterable<Shot>): Promise<void> {
    const missing = [...shots].filter(({ index }) => !this.#appearances.has(index));
    const wanted = [...new Map(missing.map((shot) => [shot.index, shot])).values()];
    for (let i = 0; i < wanted.length; i += atOnce) {
      throwIfCancelled(this.#context, "group");
      await Promise.all(
        wanted.slice(i, i + atOnce).map(async (shot) => {
          const image = await shot.frame.thumbnail();
          this.#appearances.set(shot.index, image === undefined ? undefined : describeAppearance(image));
          if (image !== undefined) this.#sharpness.set(shot.index, measureSharpness(image));
        }),
      );
    }
  }

  /** Whether the shot's picture was read and is there. */
  has(shot: Shot): boolean {
    return this.#appearances.get(shot.index) !== undefined;
  }

  /** How sharp a is relative to b; `undefined` where that cannot be told. */
  sharpnessBeside(a: Shot, b: Shot): number | undefined {
    const [x, y] = [this.#sharpness.get(a.index), this.#sharpness.get(b.index)];
    return x === undefined || y === undefined ? undefined : relativeSharpness(x, y);
  }

  /** Whether both pictures were read and are the same but for rounding. */
  areEqual(a: Shot, b: Shot): boolean {
    const [x, y] = [this.#appearances.get(a.index), this.#appearances.get(b.index)];
    return x !== undefined && y !== undefined && haveEqualLuma(x, y);
  }

  /** Which end nearly all of the picture is at, where it was read and shows too little to be known again. */
  blankOf(shot: Shot): Blank | undefined {
    return this.#appearances.get(shot.index)?.blank;
  }

  /** How the light differs; `undefined` where one of both has no picture or it was not loaded. */
  lightChange(a: Shot, b: Shot): LightChange | undefined {
    const [x, y] = [this.#appearances.get(a.index), this.#appearances.get(b.index)];
    return x === undefined || y === undefined ? undefined : lightChange(x, y);
  }

  /** `undefined` where one of both has no picture or it was not loaded. The step goes from a to b. */
  compare(a: Shot, b: Shot): Similarity | undefined {
    const key = `${a.index} ${b.index}`;
    if (!this.#similarities.has(key)) {
      const [x, y] = [this.#appearances.get(a.index), this.#appearances.get(b.index)];
      this.#similarities.set(key, x === undefined || y === undefined ? undefined : compareAppearances(x, y));
    }
    return this.#similarities.get(key);
  }
}
