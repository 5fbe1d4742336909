import { createHash } from "node:crypto";
import { getEncoder } from "../../codecs/index.ts";
import { createEngine } from "../../engine.ts";
import { wrapError } from "../../errors/index.ts";
import type { EngineOptionsInput } from "../../pipeline/options.ts";
import type { Check } from "./checks.ts";

/**
 * Enhances a small rendered bracket. The picture must pass the check, and its hash lets two machines be compared: equal
 * versions of lightwell and its libraries give equal bytes. Throws only `cancelled`.
 */
export async function checkSelfTest(settings: EngineOptionsInput, signal: AbortSignal): Promise<Check> {
  const name = "Self-test";
  const start = performance.now();
  try {
    const frames = await renderBracket();
    const engine = createEngine(settings);
    try {
      const { bytes = new Uint8Array(), report } = await engine.enhance(frames, { signal });
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      const found = `${frames.length} rendered frames made one picture in ${seconds} s, SHA-256 ${sha256.slice(0, 16)}`;
      if (report.check?.passed) return { name, status: "ok", found };
      const findings = report.check?.findings.map(({ sentence }) => sentence).join("; ") ?? "it was not checked";
      return failed(`the picture is wrong: ${findings}`);
    } finally {
      await engine.close();
    }
  } catch (thrown) {
    const error = wrapError(thrown, "internal", "self-test");
    if (error.kind === "cancelled") throw error;
    return failed(`${error.message} [${error.code}]`);
  }
}

function failed(found: string): Check {
  const advice = "Solve the problems above first; if there are none, report this line as a defect.";
  return { name: "Self-test", status: "problem", found, advice };
}

const width = 320;
const height = 216;
/** Two stops apart. */
const exposures = [1 / 4, 1, 4];

interface Frame {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A room with a bright window, as three PNGs. Only whole numbers and operations that IEEE 754 rounds exactly are used,
 * so that the pixels are the same on every machine.
 */
export function renderBracket(): Promise<Frame[]> {
  return Promise.all(
    exposures.map(async (exposure, i) => {
      const data = new Uint8Array(new SharedArrayBuffer(width * height * 3));
      for (let at = 0; at < width * height; at++) {
        const light = lightAt(at % width, Math.floor(at / width));
        for (const [channel, tint] of tints.entries())
          data[3 * at + channel] = Math.round(255 * Math.sqrt(Math.min(1, light * tint * exposure)));
      }
      const image = { width, height, channels: 3, data, space: "srgb" } as const;
      const bytes = await getEncoder("png").encode(image, { quality: 100, bitDepth: 8, width, height });
      return { name: `frame-${i + 1}.png`, bytes };
    }),
  );
}

/** A warm white. */
const tints = [1, 0.94, 0.86];

/** Linear light: a window and its bars, a cupboard, a floor of boards, and a wall that darkens away from the window. */
function lightAt(x: number, y: number): number {
  const grain = 0.9 + ((x * 73 + y * 151 + x * y * 29) % 64) / 320;
  const isWindow = x >= 190 && x < 274 && y >= 40 && y < 130;
  if (isWindow && (x - 190) % 42 > 3 && (y - 40) % 45 > 3) return (y < 95 ? 3.2 : 1.6) * grain;
  if (isWindow) return 0.3;
  if (x >= 26 && x < 100 && y >= 80 && y < 174) return ((x - 26) % 37 < 2 ? 0.01 : 0.04) * grain;
  if (y >= 160) return ((x + 2 * y) % 32 < 2 ? 0.03 : 0.12) * grain;
  return (0.1 + (0.2 * x) / width) * grain;
}
