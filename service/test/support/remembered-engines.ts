import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { EngineOptions } from "lightwell";
import {
  type CallResults,
  type EngineCall,
  EngineFailure,
  isInputFault,
  type Summaries,
} from "../../src/engine/calls.ts";
import { EnginePool } from "../../src/engine/engine-pool.ts";

/** Where they remember, for other runs of the same build too; without it, what they know goes with the run. */
export const enginesVariable = "LIGHTWELL_TEST_ENGINES";

export function enginesFolder(): string {
  return process.env[enginesVariable] ?? tmpdir();
}

/** How a call ended; the files that it wrote are next to it, by number. */
type Ending =
  | { readonly result: CallResults[keyof CallResults] }
  | { readonly failure: readonly [code: string, kind: string, message: string] };

/** The real ones of this process, by their settings: starting one takes seconds of a processor. They end with it. */
const pools = new Map<string, EnginePool>();

/**
 * Engines that make nothing twice in a run of the tests: the same files and preferences give the same bytes, which the
 * engine's own tests hold it to, and a run on PostgreSQL differs from one on the embedded database in nothing that they
 * see. What is new to them is done by a real engine; crashes and the time's end are never remembered.
 */
export class RememberedEngines extends EnginePool {
  readonly #engine: EngineOptions;
  readonly #pool: EnginePool;
  /** Rejects once it is closed. */
  readonly #isClosed: Promise<never>;
  #reject = (_error: Error) => {};
  #running = 0;

  constructor(size: number, engine: EngineOptions) {
    super(0, engine);
    this.#engine = engine;
    const settings = JSON.stringify([size, engine]);
    this.#pool = pools.get(settings) ?? new EnginePool(size, engine);
    pools.set(settings, this.#pool);
    this.#isClosed = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    this.#isClosed.catch(() => {});
  }

  override get busy(): number {
    return this.#running;
  }

  override async run<Call extends EngineCall>(call: Call, timeoutMs: number): Promise<CallResults[Call["kind"]]> {
    this.#running++;
    try {
      return await Promise.race([this.#isClosed, this.#remember(call, timeoutMs)]);
    } finally {
      this.#running--;
    }
  }

  /** Running calls continue for others, which is harmless: their files are not in use. */
  override async close(): Promise<void> {
    this.#reject(new EngineFailure("cancelled", "cancelled", "the service stops"));
  }

  async #remember<Call extends EngineCall>(call: Call, timeoutMs: number): Promise<CallResults[Call["kind"]]> {
    const kept = join(enginesFolder(), await keyOf(call, this.#engine));
    if (!existsSync(kept)) await keep(kept, call, await this.#perform(call, timeoutMs));
    const ending = renamed(deserialize(await readFile(join(kept, "ending"))) as Ending, numbersToPaths(call));
    if ("failure" in ending) throw new EngineFailure(...ending.failure);
    for (const [i, path] of outputsOf(call).entries()) await copyIfMade(join(kept, String(i)), path);
    return ending.result as CallResults[Call["kind"]];
  }

  async #perform(call: EngineCall, timeoutMs: number): Promise<Ending> {
    try {
      return { result: await this.#pool.run(call, timeoutMs) };
    } catch (error) {
      if (!isInputFault(error) || !(error instanceof EngineFailure) || error.code === "limits/time") throw error;
      // Their service was stopped, and its folder went.
      const summaries = summariesOf(call);
      if (!inputsOf(call).every((path) => existsSync(summaries[path] ?? path))) throw error;
      return { failure: [error.code, error.kind, error.message] };
    }
  }
}

/** Two may do the same at the same time; one of them is kept. Throws where the files went with a stopped service. */
async function keep(folder: string, call: EngineCall, ending: Ending): Promise<void> {
  const own = await mkdtemp(`${folder}-`);
  await writeFile(join(own, "ending"), serialize(renamed(ending, pathsToNumbers(call))));
  if ("result" in ending) {
    for (const [i, path] of outputsOf(call).entries()) await copyIfMade(path, join(own, String(i)));
  }
  await rename(own, folder).catch(async (error) => {
    await rm(own, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
}

async function copyIfMade(from: string, to: string): Promise<void> {
  if (existsSync(from)) await copyFile(from, to);
}

/** Depends on the engine's settings, the preferences, and the files' names and bytes, but not on their folders. */
async function keyOf(call: EngineCall, engine: EngineOptions): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([engine, renamed(call, pathsToNumbers(call))]));
  const summaries = summariesOf(call);
  for (const path of inputsOf(call)) {
    hash.update(`\0${basename(path)}\0`).update(await readFile(summaries[path] ?? path).catch(() => "missing"));
  }
  return hash.digest("hex");
}

function inputsOf(call: EngineCall): readonly string[] {
  if (call.kind === "render") return [call.input];
  return call.kind === "house" ? call.sets.flat() : call.files;
}

function outputsOf(call: EngineCall): readonly string[] {
  if (call.kind === "enhance") return [call.output, call.preview];
  if (call.kind === "trial") return call.output === undefined ? [] : [call.output];
  if (call.kind === "summarize") return call.summaries;
  if (call.kind === "render") return [call.output, ...(call.developed === undefined ? [] : [call.developed])];
  return [];
}

/** The files that a call reads instead of others. */
function summariesOf(call: EngineCall): Summaries {
  return call.kind === "group" || call.kind === "house" ? call.summaries : {};
}

type Names = ReadonlyMap<string, string>;

function pathsToNumbers(call: EngineCall): Names {
  const all = [...inputsOf(call), ...outputsOf(call), ...Object.values(summariesOf(call))];
  return new Map(all.map((path, i) => [path, `<file ${i}>`]));
}

function numbersToPaths(call: EngineCall): Names {
  return new Map([...pathsToNumbers(call)].map(([path, number]) => [number, path]));
}

/** The same with other names in every text. */
function renamed<Value>(value: Value, names: Names): Value {
  return rename(value) as Value;

  function rename(part: unknown): unknown {
    if (typeof part === "string") return [...names].reduce((text, [from, to]) => text.replaceAll(from, to), part);
    if (Array.isArray(part)) return part.map(rename);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [rename(name), rename(one)]));
  }
}
