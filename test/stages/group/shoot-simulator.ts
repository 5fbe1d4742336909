import type { SeriesHints } from "../../../src/image/index.ts";
import type { GroupFrame } from "../../../src/stages/group/index.ts";
import { seededRandom } from "../../support/random.ts";
import { frameOf } from "./frames.ts";
import { lazyScene, type PaintedScene, photograph } from "./painted-scene.ts";

export interface Shoot {
  readonly frames: readonly GroupFrame[];
  /** The true set of each frame. */
  readonly truth: readonly number[];
  /** What makes this shoot hard, for the report. */
  readonly traits: readonly string[];
}

type Random = () => number;

/** The photographer's and the camera's habits; one of these a body. */
interface Body {
  readonly model: string;
  readonly prefix: string;
  /** Exposures of a bracket in EV beside the normal one, in the order of taking. */
  readonly pattern: readonly number[];
  readonly dial: "time" | "iso";
  readonly resolutionMs: number;
  readonly hints: "none" | "flag" | "numbers";
  readonly hasFileNumbers: boolean;
  /** Seconds between the frames of a bracket, and between sets. */
  readonly cadenceS: readonly [number, number];
  readonly pauseS: readonly [number, number];
  /** Time of a normal exposure, before the scene's own brightness. */
  readonly baseTimeS: number;
  readonly driftEv: number;
  readonly darkFrame: boolean;
  readonly isHandheld: boolean;
  readonly hotelRoom: number | undefined;
}

interface Press {
  readonly ev: number;
  readonly scene: () => PaintedScene;
  readonly sceneEv: number;
  readonly isSingle: boolean;
  readonly shot: number;
}

/** One seeded shoot of about a dozen sets with the failures that DOMAIN knows of: see the `traits` it draws. */
export function simulateShoot(seed: number): Shoot {
  const random = seededRandom(seed * 2654435761);
  const traits = new Set<string>();
  const bodyCount = random() < 0.15 ? 2 : 1;
  if (bodyCount === 2) traits.add("two cameras");
  const stripped = random() < 0.08;
  if (stripped) traits.add("no EXIF");
  const frames: GroupFrame[] = [];
  const truth: number[] = [];
  for (let k = 0; k < bodyCount; k++) {
    const body = drawBody(random, k, stripped, traits);
    new Photographer(body, random, traits, frames, truth, stripped).work(6 + Math.floor(random() * 9));
  }
  return { frames, truth, traits: [...traits] };
}

function drawBody(random: Random, index: number, stripped: boolean, traits: Set<string>): Body {
  const size = pick(random, [3, 3, 3, 3, 5, 5, 7, 9]);
  const step = size === 3 ? pick(random, [1, 2, 2, 2, 3]) : size === 5 ? pick(random, [1, 2]) : 1;
  const kind = random();
  const isByHand = kind < 0.05;
  const isDrone = kind > 0.85;
  const isHasty = !isByHand && random() < 0.12;
  const isNight = random() < 0.08;
  const driftEv = random() < 0.1 ? 0.15 : 0;
  const resolutionMs = random() < 0.5 ? 1000 : 10;
  const hotelRoom = random() < 0.04 ? Math.floor(random() * 1e6) : undefined;
  const name = (condition: boolean, trait: string) => condition && traits.add(trait);
  name(isByHand, "by hand");
  name(isDrone, "drone");
  name(isHasty, "hasty");
  name(isNight, "night");
  name(driftEv > 0, "no AE lock");
  name(resolutionMs === 1000, "1 s clock");
  name(hotelRoom !== undefined, "identical rooms");
  return {
    model: `Body ${index}`,
    prefix: pick(random, ["IMG_", "DSC0", "_MG_", "DJI_"]) + (stripped ? `${index}_` : ""),
    pattern: inOrder(random, size, step),
    dial: !isNight && size * step <= 6 && random() < 0.12 ? "iso" : "time",
    resolutionMs,
    hints: isByHand ? "none" : pick(random, ["none", "none", "flag", "flag", "numbers"]),
    hasFileNumbers: random() < 0.6,
    cadenceS: isByHand ? [3, 14] : isDrone ? [0.8, 2] : [0.12, 0.6],
    pauseS: isHasty ? [1.6, 5] : isByHand ? [40, 160] : [5, 45],
    baseTimeS: isNight ? 1.6 : 1 / 30,
    driftEv,
    darkFrame: isNight && random() < 0.4,
    isHandheld: random() < 0.3,
    hotelRoom,
  };
}

function inOrder(random: Random, size: number, step: number): number[] {
  const half = (size - 1) / 2;
  const rising = Array.from({ length: size }, (_, i) => (i - half) * step);
  const order = random();
  if (order < 0.35) return rising;
  if (order < 0.5) return rising.reverse();
  const darker = rising.filter((ev) => ev < 0);
  const brighter = rising.filter((ev) => ev > 0);
  if (order < 0.75) return [0, ...darker, ...brighter];
  // Outwards by turns: 0, −1, +1, −2, +2.
  return [0, ...darker.reverse().flatMap((ev, i) => [ev, brighter[i]])];
}

class Photographer {
  readonly #body: Body;
  readonly #random: Random;
  readonly #traits: Set<string>;
  readonly #frames: GroupFrame[];
  readonly #truth: number[];
  readonly #stripped: boolean;
  #nowS: number;
  #number: number;

  constructor(
    body: Body,
    random: Random,
    traits: Set<string>,
    frames: GroupFrame[],
    truth: number[],
    stripped: boolean,
  ) {
    this.#body = body;
    this.#random = random;
    this.#traits = traits;
    this.#frames = frames;
    this.#truth = truth;
    this.#stripped = stripped;
    this.#nowS = random() * 20;
    this.#number = random() < 0.1 ? 9985 : 100 + Math.floor(random() * 9000);
    if (this.#number === 9985) traits.add("roll-over");
  }

  work(visits: number): void {
    for (let visit = 0; visit < visits; visit++) {
      const kind = this.#random();
      if (kind < 0.68) this.#bracket(this.#newScene());
      else if (kind < 0.75) this.#abortedBracket();
      else if (kind < 0.83) this.#sameSceneAgain();
      else if (kind < 0.88) this.#turnQuickly();
      else if (kind < 0.97) this.#singles();
      else this.#otherBracket();
      this.#wait(this.#body.pauseS);
    }
  }

  #newScene(): { scene: () => PaintedScene; sceneEv: number } {
    const seed = this.#body.hotelRoom ?? Math.floor(this.#random() * 1e9);
    return { scene: lazyScene(seed), sceneEv: Math.round((this.#random() - 0.5) * 9) / 3 };
  }

  #bracket(
    { scene, sceneEv }: { scene: () => PaintedScene; sceneEv: number },
    count = this.#body.pattern.length,
  ): void {
    const set = this.#newSet();
    this.#body.pattern.slice(0, count).forEach((ev, i) => {
      if (i > 0) this.#wait(this.#body.cadenceS);
      this.#press({ ev, scene, sceneEv, isSingle: false, shot: i + 1 }, set);
    });
  }

  #abortedBracket(): void {
    this.#traits.add("aborted");
    const place = this.#newScene();
    this.#bracket(place, 1 + Math.floor(this.#random() * (this.#body.pattern.length - 1)));
    this.#wait([2, 8]);
    this.#bracket(place);
  }

  #sameSceneAgain(): void {
    this.#traits.add("same scene twice");
    const place = this.#newScene();
    this.#bracket(place);
    this.#wait([2, 12]);
    const adjusted = this.#random() < 0.5 ? Math.round((this.#random() - 0.5) * 6) / 3 : 0;
    this.#bracket({ scene: place.scene, sceneEv: place.sceneEv + adjusted });
  }

  /** Two scenes within the pause that rules of thumb allow inside one. */
  #turnQuickly(): void {
    this.#traits.add("two scenes at once");
    this.#bracket(this.#newScene());
    this.#wait([1.2, 2]);
    this.#bracket(this.#newScene());
  }

  #singles(): void {
    this.#traits.add("singles");
    const count = 1 + Math.floor(this.#random() * 4);
    for (let i = 0; i < count; i++) {
      if (i > 0) this.#wait([2, 12]);
      this.#press({ ev: 0, ...this.#newScene(), isSingle: true, shot: 1 }, this.#newSet());
    }
  }

  #otherBracket(): void {
    this.#traits.add("white-balance bracket");
    const place = this.#newScene();
    for (let i = 0; i < 3; i++) {
      this.#press({ ev: 0, ...place, isSingle: true, shot: 1 }, this.#newSet(), { otherBracketing: "white-balance" });
      this.#nowS += 0.3;
    }
  }

  #newSet(): number {
    return (this.#truth.at(-1) ?? -1) + 1;
  }

  #wait([least, most]: readonly [number, number]): void {
    this.#nowS += least + this.#random() * (most - least);
  }

  #press({ ev, scene, sceneEv, isSingle, shot }: Press, set: number, other: SeriesHints = {}): void {
    const { baseTimeS, dial, darkFrame, driftEv, isHandheld, model, resolutionMs, hasFileNumbers, prefix } = this.#body;
    const drift = Math.round((this.#random() - 0.5) * 2 * driftEv * 3) / 3;
    const offset = sceneEv + ev + drift;
    const wantedS = baseTimeS * 2 ** (dial === "iso" ? sceneEv : offset);
    const timeS = Math.min(30, wantedS);
    const iso = dial === "iso" ? 1600 * 2 ** (ev + drift) : 100;
    const number = this.#number;
    const seed = Math.floor(this.#random() * 1e9);
    const move = () => (isHandheld ? Math.round((this.#random() - 0.5) * 2) : 0);
    const camera = { ev: ev + drift * 0.5 + Math.log2(timeS / wantedS), dx: move(), dy: move(), seed };
    const frame = frameOf({
      name: `${prefix}${String(number).padStart(4, "0")}.JPG`,
      thumbnail: async () => photograph(scene(), camera),
      ...(this.#stripped ? {} : { atS: this.#nowS, timeS, iso, resolutionMs, model }),
      photo: {
        ...(this.#stripped ? { camera: {}, lens: {} } : {}),
        series: this.#stripped
          ? {}
          : { ...this.#hints(ev, isSingle, shot), ...(hasFileNumbers ? { fileNumber: number } : {}), ...other },
      },
    });
    this.#frames.push(frame);
    this.#truth.push(set);
    this.#number = number === 9999 ? 1 : number + 1;
    this.#nowS += timeS * (darkFrame ? 2 : 1);
  }

  #hints(ev: number, isSingle: boolean, shot: number): SeriesHints {
    const { hints, pattern } = this.#body;
    if (hints === "none" || isSingle) return {};
    if (hints === "flag") return { bracketing: true };
    return { bracketing: true, shotNumber: shot, shotCount: pattern.length, bracketValueEv: ev };
  }
}

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)];
}
