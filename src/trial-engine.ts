import { basename } from "node:path";
import type { Format } from "./codecs/index.ts";
import { DefaultEngine } from "./engine.ts";
import type { Engine, PictureCallOptions, PictureOptions, ToBytes } from "./engine-interface.ts";
import {
  allOpened,
  givenOptions,
  type NamedBytes,
  openTrial,
  referencesOf,
  sharedFacts,
} from "./pipeline/calls/index.ts";
import {
  type DevelopOptions,
  type EngineOptions,
  type EnhanceOptions,
  enhanceTables,
  type ResolvedOptions,
  resolveEnhanceOptions,
} from "./pipeline/options.ts";

/** An engine that also keeps small sets in memory, to try options on them: what a page with sliders needs. */
export interface TrialEngine extends Engine {
  /**
   * Fuses a set at a small size, to try options of tone and perspective, and window pulls, on it; the other options are
   * those of `enhance`. The set stays in memory as long as the trial does. Throws what `enhance` throws.
   */
  openTrial(sources: readonly string[], options?: EnhanceOptions & PictureCallOptions): Promise<OpenTrial>;
}

/** A set for trying options. */
export interface OpenTrial {
  /** Approximate memory use in bytes. */
  readonly bytes: number;
  /**
   * Renders the set, as a JPEG of at most 768 × 768 pixels, with options of tone and perspective, `windowPull` and
   * `oneHouse`; other options, and absent ones, stay as the set was opened with. Throws `options/*` and `cancelled`.
   */
  render(options: EnhanceOptions): Promise<Uint8Array>;
}

/** Makes an engine with `openTrial`. Throws `options/*`. */
export function createTrialEngine(options: EngineOptions = {}): TrialEngine {
  return new DefaultTrialEngine(options);
}

/**
 * Longer edge of a trial, in pixels. By measurement and by eye: toning takes twice the time at 1024, and 768 is enough
 * to judge tone.
 */
const trialEdgePx = 768;

/** Formats that libvips decodes to the requested size; a RAW would yield the camera's preview instead. */
const shrinkWhileDecoded: ReadonlySet<Format> = new Set(["jpeg", "png", "webp", "tiff", "avif"]);

class DefaultTrialEngine extends DefaultEngine implements TrialEngine {
  async openTrial(sources: readonly string[], input: EnhanceOptions & PictureCallOptions = {}): Promise<OpenTrial> {
    const { look, house, reference, signal, ...given } = givenOptions("enhance", input);
    const small = { format: "jpeg", bitDepth: "auto", maxWidthPx: 0 } as const;
    const options = resolveEnhanceOptions(enhanceTables, { ...given, ...small, toneStrength: 0 });
    const shared = sharedFacts({ look, house }, options.house.oneHouse);
    const files = await this.#shrink(sources, options, signal);
    const names = files.map((file) => (typeof file === "string" ? file : file.name));
    const references = referencesOf(reference).map((name) => names[sources.indexOf(name)] ?? name);
    const trial = await this.calls.run(files, signal, (opened, store, running, tools) =>
      openTrial(allOpened(opened), trialEdgePx, options, { shared, references }, { store, tools, signal: running }),
    );
    return {
      bytes: trial.bytes,
      render: async (changed) => {
        const { tone, merge, perspective, house } = resolveEnhanceOptions(enhanceTables, { ...given, ...changed });
        const wanted = { tone, windowPull: merge.windowPull, perspective, oneHouse: house.oneHouse };
        return this.calls.run([], signal, (_, _store, running, tools) => trial.render(wanted, tools, running));
      },
    };
  }

  /**
   * Returns files that can be decoded at a small size, and small 16-bit copies, with metadata, of the others. Copies
   * are made one after the other because RAW files take much memory.
   */
  async #shrink(sources: readonly string[], { decode }: ResolvedOptions, signal: AbortSignal | undefined) {
    const small: (string | NamedBytes)[] = [];
    const found = await this.inspectAll(sources, signal ? { signal } : {});
    for (const [i, inspection] of found.entries()) {
      if ("error" in inspection) throw inspection.error;
      const { format, width, height } = inspection;
      if (shrinkWhileDecoded.has(format)) {
        small.push(sources[i]);
        continue;
      }
      const maxWidthPx = Math.min(width, Math.max(1, Math.round((trialEdgePx * width) / Math.max(width, height))));
      const settings = {
        ...decode,
        maxWidthPx,
        format: "tiff",
        bitDepth: "16",
        ...(signal ? { signal } : {}),
      } as const;
      const { bytes } = await this.develop(sources[i], settings as DevelopOptions & PictureOptions & ToBytes);
      small.push({ name: `${basename(sources[i])}.tif`, bytes });
    }
    return small;
  }
}
