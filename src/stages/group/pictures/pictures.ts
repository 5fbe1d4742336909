import type { Orientation } from "../../../image/index.ts";
import { type StageContext, takeTurns, throwIfCancelled } from "../../context.ts";
import { type Shot, turnsToTry } from "../shots/index.ts";
import { type BlankPicture, blankPicture, type ClippedOrder, clippedOrder } from "./clipped-order.ts";
import {
  type Comparison,
  comparePictures,
  isSameScene,
  type LightChange,
  lightChange,
  roughLikeness,
} from "./comparison.ts";
import { type Edges, edgeLikeness, edgesOf, measureSharpness, relativeSharpness, type Sharpness } from "./edges.ts";
import { clipped, small } from "./params.ts";
import { type Blank, haveEqualLuma, type Picture, pictureOf, turned } from "./picture.ts";

/** Reads each thumbnail at most once and caches every comparison. */
export class Pictures {
  /** By index, because a shot object is replaced when facts are added to it. */
  readonly #pictures = new Map<number, Picture | undefined>();
  readonly #edges = new Map<number, Edges>();
  readonly #blanks = new Map<number, BlankPicture>();
  readonly #sharpness = new Map<number, Sharpness>();
  readonly #looks = new Map<string, Look | undefined>();
  readonly #context: StageContext;
  /** Settled once the shot's thumbnail is read; each waits for the previous one in its lane. */
  readonly #readings = new Map<number, Promise<void>>();
  readonly #lanes: Promise<void>[] = new Array(small.readAtOnce).fill(Promise.resolve());

  constructor(context: StageContext) {
    this.#context = context;
  }

  get thumbnailsRead(): number {
    return this.#pictures.size;
  }

  /** Starts to read these shots in this order, while the caller continues; each must be loaded eventually. */
  expect(shots: Iterable<Shot>): void {
    for (const shot of shots) {
      if (this.#readings.has(shot.index)) continue;
      const lane = this.#readings.size % small.readAtOnce;
      const reading = this.#lanes[lane].then(() => this.#read(shot));
      reading.catch(() => {}); // reported when the shot is loaded
      this.#lanes[lane] = reading;
      this.#readings.set(shot.index, reading);
    }
  }

  /** Enables {@link compare} for these shots. Also lets other work of the thread run. */
  async load(shots: Iterable<Shot>): Promise<void> {
    const wanted = [...shots];
    this.expect(wanted);
    for (const shot of wanted) await this.#readings.get(shot.index);
    await takeTurns(this.#context, "group");
  }

  async #read(shot: Shot): Promise<void> {
    throwIfCancelled(this.#context, "group");
    const image = await shot.frame.thumbnail();
    this.#pictures.set(shot.index, image === undefined ? undefined : pictureOf(image));
    if (image === undefined) return;
    this.#sharpness.set(shot.index, measureSharpness(image));
    this.#context.memory.release(image.data);
  }

  /** Whether the shot's picture was read successfully. */
  has(shot: Shot): boolean {
    return this.#pictures.get(shot.index) !== undefined;
  }

  /** How sharp a is relative to b; `undefined` if the pictures do not show it. */
  sharpnessRatio(a: Shot, b: Shot): number | undefined {
    const [x, y] = [this.#sharpness.get(a.index), this.#sharpness.get(b.index)];
    return x === undefined || y === undefined ? undefined : relativeSharpness(x, y);
  }

  /** Whether both pictures were read and are equal up to rounding. */
  areEqual(a: Shot, b: Shot): boolean {
    const [x, y] = [this.#pictures.get(a.index), this.#pictures.get(b.index)];
    return x !== undefined && y !== undefined && haveEqualLuma(x, y);
  }

  /**
   * The end of the scale at which nearly all of the picture is, if it was read and shows too little to be recognised.
   */
  blankOf(shot: Shot): Blank | undefined {
    return this.#pictures.get(shot.index)?.blank;
  }

  /** Mean display luminance and the share of the picture that is well exposed; `undefined` if it was not read. */
  exposureOf(shot: Shot): { readonly brightness: number; readonly openShare: number } | undefined {
    return this.#pictures.get(shot.index);
  }

  /** Likeness of the coarse copies; 0 if one of both has no picture or was not loaded. */
  roughLikeness(a: Shot, b: Shot): number {
    const [x, y] = [this.#pictures.get(a.index), this.#pictures.get(b.index)];
    return x === undefined || y === undefined ? 0 : roughLikeness(x, y);
  }

  /**
   * How well the unclipped pixels of a blank picture fit another, with small shifts if `isClose`; `undefined` if the
   * picture is not blank or one was not read.
   */
  clippedOrder(shot: Shot, other: Shot, { isClose = true } = {}): ClippedOrder | undefined {
    const [picture, mate] = [this.#pictures.get(shot.index), this.#pictures.get(other.index)];
    if (picture?.blank === undefined || mate === undefined) return undefined;
    const blank = this.#blanks.get(shot.index) ?? blankPicture(picture)!;
    this.#blanks.set(shot.index, blank);
    return clippedOrder(blank, mate, isClose ? clipped.reachPx : 0);
  }

  /** Likeness of the edges of both, independent of the light; 0 if one was not read. */
  edgeLikeness(a: Shot, b: Shot): number {
    const [x, y] = [this.#edgesOf(a), this.#edgesOf(b)];
    return x === undefined || y === undefined ? 0 : edgeLikeness(x, y);
  }

  #edgesOf({ index }: Shot): Edges | undefined {
    const picture = this.#pictures.get(index);
    const edges = this.#edges.get(index) ?? (picture && edgesOf(picture));
    if (edges !== undefined) this.#edges.set(index, edges);
    return edges;
  }

  /** Difference of the light; `undefined` if one of both has no picture or was not loaded. */
  lightChange(a: Shot, b: Shot): LightChange | undefined {
    const [x, y] = [this.#pictures.get(a.index), this.#pictures.get(b.index)];
    return x === undefined || y === undefined ? undefined : lightChange(x, y);
  }

  /**
   * `undefined` if one of both has no picture or was not loaded. The step is from a to b. Shots of different
   * orientation are compared as they are, then after a turn.
   */
  compare(a: Shot, b: Shot): Comparison | undefined {
    return this.#look(a, b)?.comparison;
  }

  /**
   * The turn of b after which both show the same, 1 for none; `undefined` if they do not show one scene, or if one was
   * not loaded.
   */
  turnBetween(a: Shot, b: Shot): Orientation | undefined {
    const look = this.#look(a, b);
    return look !== undefined && isSameScene(look.comparison) ? look.turn : undefined;
  }

  #look(a: Shot, b: Shot): Look | undefined {
    const key = `${a.index} ${b.index}`;
    if (!this.#looks.has(key)) {
      const [x, y] = [this.#pictures.get(a.index), this.#pictures.get(b.index)];
      this.#looks.set(key, x === undefined || y === undefined ? undefined : lookAt(x, y, turnsToTry(a, b)));
    }
    return this.#looks.get(key);
  }
}

/** A comparison, and the turn of the second picture in it. */
interface Look {
  readonly comparison: Comparison;
  readonly turn: Orientation;
}

function lookAt(a: Picture, b: Picture, turns: readonly Orientation[]): Look {
  const plain: Look = { comparison: comparePictures(a, b), turn: 1 };
  if (isSameScene(plain.comparison)) return plain;
  const looks = turns.map((turn): Look => ({ comparison: comparePictures(a, turned(b, turn)), turn }));
  // If no orientation shows one scene, the most similar one best shows the difference.
  return looks.find(({ comparison }) => isSameScene(comparison)) ?? looks[0] ?? plain;
}
