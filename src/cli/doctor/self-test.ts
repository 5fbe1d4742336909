import { createHash } from "node:crypto";
import { createEngine } from "../../engine.ts";
import { wrapError } from "../../errors/index.ts";
import type { EngineOptionsInput } from "../../pipeline/options.ts";
import type { Check } from "./check.ts";
import { renderBracket } from "./rendered-bracket.ts";

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
