import type { StageContext } from "../../../src/stages/context.ts";
import { Dice } from "../../dice.ts";
import { cropTo } from "../../fusion/crop.ts";
import { bracketsFolder, findBrackets } from "../real/find-brackets.ts";
import { notStill, partlyMoving } from "../real/folds.ts";
import { alignedFrames } from "../real/judge-bracket.ts";
import { type ReadBracket, readBrackets } from "../real/read-frames.ts";
import { simulateBracket } from "../simulator/bracket.ts";
import type { SceneLibrary } from "../simulator/scenes.ts";
import type { Frames } from "./frame-faults.ts";
import { copyOf } from "./pixels.ts";

/** A good bracket in which faults are planted. */
export interface Base {
  readonly name: string;
  readonly kind: "rendered" | "real";
  readonly frames: Frames;
  readonly exposuresEv: readonly (number | undefined)[];
}

/** Longer edge of the pictures, px. */
const edgePx = 720;

/** Good brackets by number: rendered ones and, if there are any, parts of real ones, in turn. */
export class Bases {
  readonly #library: SceneLibrary;
  readonly #small: boolean;
  readonly #context: StageContext;
  readonly #real: readonly string[];
  readonly #read = new Map<string, ReadBracket>();

  constructor(library: SceneLibrary, small: boolean, context: StageContext) {
    this.#library = library;
    this.#small = small;
    this.#context = context;
    const found = small ? [] : findBrackets([bracketsFolder]);
    this.#real = found.map(({ name }) => name).filter((name) => !notStill.has(name) && !partlyMoving.has(name));
  }

  async at(index: number): Promise<Base> {
    if (this.#real.length > 0 && index % 2 === 1) return this.#realBase(index >> 1);
    const request = { seed: 5000 + index, moving: false, width: this.#small ? 240 : edgePx, careful: true };
    const { scene, frames, plan } = await simulateBracket(this.#library, request);
    return { name: scene, kind: "rendered", frames, exposuresEv: plan.exposuresEv };
  }

  /** A part of a real bracket, sometimes mirrored; different in each round over the sets. */
  async #realBase(turn: number): Promise<Base> {
    const name = this.#real[turn % this.#real.length];
    const bracket = this.#read.get(name) ?? (await this.#load(name));
    this.#read.set(name, bracket);
    const dice = new Dice(turn);
    const [first] = bracket.frames;
    const share = turn < this.#real.length ? 1 : dice.between(0.65, 1);
    const [width, height] = [Math.floor(first.width * share), Math.floor(first.height * share)];
    const [x, y] = [dice.whole(0, first.width - width), dice.whole(0, first.height - height)];
    const mirrored = dice.chance(0.5);
    const frames = bracket.frames.map((frame) => {
      const part = cropTo(frame, { x, y, width, height });
      return mirrored ? mirror(part) : part;
    });
    return { name, kind: "real", frames: frames as unknown as Frames, exposuresEv: bracket.exposuresEv };
  }

  async #load(name: string): Promise<ReadBracket> {
    const folders = findBrackets([bracketsFolder]).filter((folder) => folder.name === name);
    for await (const bracket of readBrackets(folders, edgePx, this.#context)) {
      const { moved, exposuresEv } = await alignedFrames(bracket, this.#context);
      return { ...bracket, frames: moved, exposuresEv };
    }
    throw new Error(`${name} is gone`);
  }
}

function mirror(image: ReadBracket["frames"][0]): ReadBracket["frames"][0] {
  const { width, height, data } = image;
  const result = copyOf(image);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++) result.data[3 * (y * width + x) + c] = data[3 * (y * width + width - 1 - x) + c];
  return result;
}
