import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Camera, createWorld, renderWorld } from "../../../fixtures/scene/index.ts";
import { buildGround } from "../../../fixtures/shoots/aerial-ground.ts";
import { furnishRoom } from "../../../fixtures/shoots/furnish-room.ts";
import { renderAerial, renderStreet } from "../../../fixtures/shoots/outside-views.ts";
import { Dice } from "../../dice.ts";

/** A view of a rendered place. */
export interface ScenePlan {
  readonly kind: "room" | "street" | "aerial";
  readonly place: number;
  readonly angle: number;
}

/** Scene-linear light, 3 values for each pixel. */
export interface Light {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** Scenes by number. */
export interface Scenes {
  readonly length: number;
  at(index: number): { readonly plan: ScenePlan; readonly light: Light };
}

/** All scenes of brackets; the simulator's rooms are not used by any other bench. */
const scenePlan: readonly ScenePlan[] = [...plan("room", 14, 2), ...plan("street", 3, 2), ...plan("aerial", 2, 1)];

/** First seed of rooms and grounds. */
const firstPlace = 700;
const sizes = { full: { width: 900, height: 600 }, small: { width: 300, height: 200 } } as const;

/** Encoding of stored light: logarithms of 2^−14 to 2^10 in 65,536 steps. */
const darkestEv = -14;
const rangeEv = 24;

function plan(kind: ScenePlan["kind"], places: number, angles: number): ScenePlan[] {
  return Array.from({ length: places * angles }, (_, i) => ({
    kind,
    place: Math.floor(i / angles),
    angle: i % angles,
  }));
}

/** Rendered scenes, cached in the temporary folder, because rendering one takes seconds. */
export class SceneLibrary implements Scenes {
  readonly #folder: string;
  readonly #plan: readonly ScenePlan[];
  readonly #size: { readonly width: number; readonly height: number };
  readonly #read = new Map<number, Uint16Array>();

  /** `small`: one room at a third of the size, for a quick check. */
  constructor(small: boolean) {
    this.#plan = small ? scenePlan.slice(0, 1) : scenePlan;
    this.#size = small ? sizes.small : sizes.full;
    const key = createHash("sha256")
      .update(JSON.stringify([1, firstPlace, this.#size]))
      .digest("hex")
      .slice(0, 12);
    this.#folder = join(tmpdir(), `lightwell-scenes-${key}`);
  }

  get length(): number {
    return this.#plan.length;
  }

  at(index: number): { readonly plan: ScenePlan; readonly light: Light } {
    const codes = this.#read.get(index) ?? this.#load(index);
    this.#read.set(index, codes);
    const data = new Float32Array(codes.length);
    for (let i = 0; i < data.length; i++) data[i] = lightOfCode[codes[i]];
    return { plan: this.#plan[index], light: { ...this.#size, data } };
  }

  /** Renders missing scenes, in a number of parallel processes. */
  async prepare(jobs: number): Promise<void> {
    const missing = [...this.#plan.keys()].filter((index) => !existsSync(this.#path(index)));
    if (missing.length > 2) console.log(`rendering ${missing.length} scenes, once, into ${this.#folder}`);
    const small = this.#size === sizes.small;
    if (small) for (const index of missing) this.#load(index);
    else {
      const shares = Array.from({ length: jobs }, (_, job) => missing.filter((_, i) => i % jobs === job));
      await Promise.all(shares.filter(({ length }) => length > 0).map(renderApart));
    }
  }

  #path(index: number): string {
    const { kind, place, angle } = this.#plan[index];
    return join(this.#folder, `${kind}-${place}-${angle}.u16`);
  }

  #load(index: number): Uint16Array {
    const path = this.#path(index);
    if (!existsSync(path)) this.#render(index, path);
    const bytes = readFileSync(path);
    return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  }

  #render(index: number, path: string): void {
    const light = renderPlace(this.#plan[index], this.#size);
    const codes = Uint16Array.from(light, (value) => {
      const ev = Math.log2(Math.max(value, 2 ** darkestEv)) - darkestEv;
      return Math.min(65535, Math.round((ev / rangeEv) * 65535));
    });
    mkdirSync(this.#folder, { recursive: true });
    // Another process may be rendering the same scene.
    writeFileSync(`${path}.${process.pid}`, codes);
    renameSync(`${path}.${process.pid}`, path);
  }
}

const lightOfCode = Float32Array.from({ length: 65536 }, (_, code) => 2 ** ((code / 65535) * rangeEv + darkestEv));

async function renderApart(indices: readonly number[]): Promise<void> {
  const own = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ["--import", "tsx", own, indices.join(",")], { stdio: "inherit" });
  const code = await new Promise((done) => child.once("exit", done));
  if (code !== 0) throw new Error(`rendering scenes ended with ${code}`);
}

function renderPlace(
  { kind, place, angle }: ScenePlan,
  { width, height }: { readonly width: number; readonly height: number },
): Float32Array {
  const seed = firstPlace + place;
  const dice = new Dice(seed * 131 + angle);
  if (kind === "street") return renderStreet(seed, 2 * angle + 1, width, height);
  if (kind === "aerial") return renderAerial(buildGround(seed), aerialCamera(dice), width, height);
  const world = createWorld(furnishRoom(seed), { seed, windowEv: [2.5, 4, 5, 5.5, 6.5][place % 5] });
  const camera = roomCamera(dice, angle, world.room.size);
  return new Float32Array(renderWorld(world, { width, height, camera }).radiance.data);
}

/** A camera in a corner that looks across the room. */
function roomCamera(dice: Dice, angle: number, [w, d]: readonly number[]): Camera {
  const [x, y] = [angle === 0 ? 0.25 : w - 0.25, 0.25];
  const [towardsX, towardsY] = [w * dice.between(0.3, 0.7), d * dice.between(0.4, 0.7)];
  const yawDeg = (Math.atan2(towardsX - x, towardsY - y) * 180) / Math.PI;
  const position = [x, y, dice.between(1.2, 1.6)] as const;
  return { position, yawDeg, pitchDeg: -3, rollDeg: 0, focal35Mm: dice.between(15, 22) };
}

function aerialCamera(dice: Dice): Camera {
  const position = [dice.between(-10, 10), -dice.between(25, 40), dice.between(18, 40)] as const;
  return { position, yawDeg: dice.between(-15, 15), pitchDeg: -dice.between(20, 40), rollDeg: 0, focal35Mm: 24 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const library = new SceneLibrary(false);
  for (const index of process.argv[2].split(",")) library.at(Number(index));
}
