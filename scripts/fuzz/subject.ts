import { readFileSync } from "node:fs";
import { type Codec, getCodec, type Probe } from "../../src/codecs/index.ts";
import { EngineError } from "../../src/errors/index.ts";
import { PixelPool } from "../../src/image/index.ts";
import { selectKernels } from "../../src/kernels/index.ts";
import { decode } from "../../src/stages/decode/index.ts";
import { inlineKernels } from "../../src/workers/help.ts";

/** Result for one file: a picture, a typed refusal, or a fault in words. */
export interface Outcome {
  readonly kind: "picture" | "refused" | "fault";
  /** The error's code, or the fault. */
  readonly detail: string;
  readonly ms: number;
  /** Peak memory of this process so far. */
  readonly peakMb: number;
}

/** Small, so that a mutant that requires more is refused instead of slow. */
const maxPixels = 4_000_000;
const minEdgePx = 16;

const never = new AbortController().signal;
const kernels = inlineKernels(selectKernels("auto"), never);

/** Request for a file: its headers, the picture, or a small copy, each by the engine's own tasks. */
export type Question = "headers" | "picture" | "thumbnail";

export interface Request {
  readonly path: string;
  readonly question: Question;
}

async function examine(bytes: Uint8Array, question: Question): Promise<Omit<Outcome, "ms" | "peakMb">> {
  if (question === "headers") {
    return attempt(async () => {
      const codec = getCodec(bytes);
      const { width, height } = (await probeParts(bytes, codec)) ?? (await codec.probe(bytes));
      return width > 0 && height > 0 ? undefined : `the headers say ${width} × ${height}`;
    });
  }
  return attempt(async () => {
    const context = { kernels, memory: new PixelPool(0), signal: never, warn: () => undefined };
    const wanted = question === "thumbnail" ? { maxPixels, minEdgePx } : { maxPixels };
    const { image } = await decode({ source: bytes, ...wanted }, {}, context);
    const { width, height, data } = image;
    const isSound = width > 0 && height > 0 && width * height <= maxPixels && data.length === width * height * 3;
    return isSound ? undefined : `a picture of ${width} × ${height} with ${data.length} samples`;
  });
}

/**
 * As the engine reads large files. A refusal is left to the test of the whole file; memory and time are still checked.
 */
async function probeParts(bytes: Uint8Array, codec: Codec): Promise<Probe | undefined> {
  const readInto = (target: Uint8Array, offset: number) => target.set(bytes.subarray(offset, offset + target.length));
  return codec.probeParts?.({ length: bytes.length, readInto }).catch(() => undefined);
}

/** `work` returns the fault of its result. */
async function attempt(work: () => Promise<string | undefined>): Promise<Omit<Outcome, "ms" | "peakMb">> {
  try {
    const wrong = await work();
    return wrong === undefined ? { kind: "picture", detail: "" } : { kind: "fault", detail: wrong };
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.kind !== "internal") return { kind: "refused", detail: thrown.code };
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { kind: "fault", detail: text.slice(0, 600) };
  }
}

process.on("message", async ({ path, question }: Request) => {
  const start = performance.now();
  const outcome = await examine(readFileSync(path), question);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  process.send?.({ ...outcome, ms: performance.now() - start, peakMb } satisfies Outcome);
});
process.on("uncaughtException", (error) => {
  process.send?.({ kind: "fault", detail: `uncaught: ${error.stack}`, ms: 0, peakMb: 0 } satisfies Outcome);
});
