import { EngineError } from "../../errors/index.ts";
import { isRecord, resolveOptions } from "../../options/index.ts";
import { type MergeOptions, mergeOptions } from "../../stages/merge/index.ts";
import { type ToneOptions, toneOptions } from "../../stages/tone/index.ts";
import type { OpenTrial, TrialEngine } from "../../trial-engine.ts";
import { optionsOfReport, referenceOfReport } from "../reproduce.ts";
import type { RunPicture } from "./find-run.ts";

/** Current values of all options that the user may change. */
export interface Changes {
  readonly tone: ToneOptions;
  readonly windowPull: MergeOptions["windowPull"];
}

/** Memory in bytes for sets that are kept for previews; a bracket of three takes 20 MB. */
const maxBytes = 256 * 2 ** 20;

/** Time in ms without a preview request after which the user counts as looking at the last one. Set by hand. */
const idleMs = 1000;

/** Values in a report; `undefined` if it lacks them, as a report by a later version may. */
export function changesOf({ report }: RunPicture): Changes | undefined {
  const { tone, merge } = report?.options ?? {};
  return tone && merge ? { tone, windowPull: merge.windowPull } : undefined;
}

/** Validates changes sent by a page. Throws `options/*`. */
export function parseChanges(value: unknown): Changes {
  if (!isRecord(value) || !isRecord(value["tone"]))
    throw new EngineError("options/invalid", "review: expected the options of tone and a window pull");
  const tone = resolveOptions("tone", toneOptions, value["tone"]);
  const { windowPull } = resolveOptions("merge", mergeOptions, {
    windowPull: value["windowPull"] as Changes["windowPull"],
  });
  return { tone, windowPull };
}

/** Every option of a report as one record, as the calls of the engine take them. Throws `options/unknown`. */
export function optionsOf({ report, files }: RunPicture): Record<string, unknown> {
  if (!report) return {};
  const { house, look } = report;
  const shared = { ...(house ? { house } : {}), ...(look ? { look } : {}) };
  return { ...optionsOfReport(report), ...referenceOfReport(report, files), ...shared };
}

/**
 * Options for opening a picture. If it was fused in the usual way without findings, its small copy is not checked: the
 * check takes a quarter of the opening time.
 */
function openingOptions(picture: RunPicture): Record<string, unknown> {
  const { passed, rung } = picture.report?.check ?? {};
  return { ...optionsOf(picture), ...(passed === true && rung === "full" ? { check: "off", strict: false } : {}) };
}

function optionsFor({ tone, windowPull }: Changes) {
  return { ...tone, windowPull };
}

/** Small sets for trying options, the most recently used ones up to {@link maxBytes}. */
export class Trials {
  readonly #engine: TrialEngine;
  readonly #open = new Map<string, Promise<OpenTrial>>();
  readonly #bytes = new Map<string, number>();
  /** Number of previews being made. */
  #waiting = 0;

  constructor(engine: TrialEngine) {
    this.#engine = engine;
  }

  /** A small JPEG of the picture with these options. Throws what `enhance` throws. */
  async render(picture: RunPicture, changes: Changes): Promise<Uint8Array> {
    const isNew = !this.#open.has(picture.path);
    this.#waiting += 1;
    try {
      const trial = await this.#trialOf(picture);
      const jpeg = await trial.render(optionsFor(changes));
      if (isNew) setTimeout(() => void this.#prepare(trial, changes), idleMs).unref();
      return jpeg;
    } finally {
      this.#waiting -= 1;
    }
  }

  /**
   * Prepares the other window pulls, so that they are as quick to try as another tone; not while a preview is being
   * made.
   */
  async #prepare(trial: OpenTrial, changes: Changes): Promise<void> {
    const others = (["natural", "strong", "none"] as const).filter((pull) => pull !== changes.windowPull);
    for (const windowPull of others)
      if (this.#waiting === 0) await trial.render(optionsFor({ ...changes, windowPull })).catch(() => {});
  }

  #trialOf(picture: RunPicture): Promise<OpenTrial> {
    const { path, files } = picture;
    const opening = this.#open.get(path) ?? this.#engine.openTrial(files, openingOptions(picture));
    // The last in the order of a map is the one used last.
    this.#open.delete(path);
    this.#open.set(path, opening);
    opening.then(
      ({ bytes }) => this.#keep(path, bytes),
      () => this.#open.delete(path),
    );
    return opening;
  }

  #keep(path: string, bytes: number): void {
    this.#bytes.set(path, bytes);
    let sum = [...this.#bytes.values()].reduce((total, each) => total + each, 0);
    for (const other of this.#open.keys()) {
      if (sum <= maxBytes || other === path) break;
      sum -= this.#bytes.get(other) ?? 0;
      this.#bytes.delete(other);
      this.#open.delete(other);
    }
  }
}
