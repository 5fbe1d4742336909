import { EngineError } from "../errors/index.ts";
import type { IntegerImage } from "../image/index.ts";
import { beyondPlain, checkMerge, checkTone, type Finding, type Measured } from "../stages/check/index.ts";
import type { StageContext } from "../stages/context.ts";
import type { ToneResult } from "../stages/tone/index.ts";
import { isBetter, isSpoilt } from "./better-rung.ts";
import type { CheckReport, Rung } from "./check-report.ts";
import { mainSentences, sentencesOf } from "./check-report.ts";
import type { FrameDecoding } from "./decode-frames.ts";
import { type Fused, fuseSet } from "./fuse-set.ts";
import type { PhotoSet } from "./grouping.ts";
import type { Job } from "./job.ts";
import type { EnhanceOptions } from "./options.ts";
import type { Ownership } from "./ownership.ts";
import { releaseAll, type SetEvidence } from "./screen-frames.ts";
import { SmallCopies } from "./small-copies.ts";

interface Attempt {
  readonly rung: Rung;
  readonly fused: Fused;
  readonly findings: readonly Finding[];
  readonly measured: Measured;
  readonly warnings: Job["warnings"];
}

/**
 * Fuses a set, holds the picture against its frames, and where it does not stand up makes it again on the next more careful rung:
 * see {@link isBetter} for which of the pictures is delivered. Throws `check/failed` with `strict`, and `check/no-picture` where the
 * frames show nothing.
 */
export async function fuseSafely(
  set: PhotoSet,
  decoding: FrameDecoding,
  options: EnhanceOptions,
  job: Job,
  pool: Ownership,
): Promise<{ fused: Fused; check?: CheckReport }> {
  const copies = new SmallCopies(job.context);
  if (options.check.check === "off") return { fused: await fuseSet(set, decoding, "full", options, job, pool, copies) };
  const tried: Attempt[] = [];
  let best: Attempt | undefined;
  let evidence: SetEvidence | undefined;
  for (const rung of rungs) {
    if (best && !changesAnything(rung, best, tried)) continue;
    if (best) decoding.again();
    const attempt: Attempt = await tryRung(rung, set, decoding, options, job, pool, copies, evidence);
    evidence = attempt.fused.evidence;
    if (options.check.strict) failOnFindings([...evidence.findings, ...attempt.findings], set);
    tried.push(attempt);
    // One frame lacks what the others show, which no fusion does: it is taken for how spoilt the best of them is.
    const plain = rung === "single-frame" ? undefined : tried.find(isPlain)?.findings;
    if (best === undefined || isBetter(attempt.findings, best.findings, plain)) {
      if (best) pool.passOn([best.fused.merged.image], []);
      best = attempt;
    } else pool.passOn([attempt.fused.merged.image], []);
    if (!isWorthAnother(attempt, best, tried)) break;
  }
  if (!best || !evidence) throw new EngineError("internal", "check: expected a rung that is always taken");
  job.warnings.push(...best.warnings);
  releaseAll(evidence, job.context);
  copies.keep([]);
  warnOf([...evidence.findings, ...best.findings], job.context);
  return { fused: best.fused, check: reportOf(best, tried, evidence) };
}

const rungs = ["full", "no-deghost", "mertens", "single-frame"] as const;

async function tryRung(
  rung: Rung,
  set: PhotoSet,
  decoding: FrameDecoding,
  options: EnhanceOptions,
  job: Job,
  pool: Ownership,
  copies: SmallCopies,
  known: SetEvidence | undefined,
): Promise<Attempt> {
  const before = job.warnings.length;
  const fused = await fuseSet(set, decoding, rung, options, job, pool, copies, known);
  const warnings = job.warnings.splice(before);
  const { merge: evidence } = fused.evidence;
  if (!evidence) return { rung, fused, findings: [], measured: {}, warnings };
  const { image } = fused.merged;
  const checked = await job.time("check", () => checkMerge(image, evidence, { deghost: fused.still }, job.context));
  return { rung, fused, ...checked, warnings };
}

/** Whether a rung can come to another picture than the ones before it. */
function changesAnything(rung: Rung, { fused }: Attempt, tried: readonly Attempt[]): boolean {
  if (rung === "no-deghost") return fused.still.applied;
  return rung !== "mertens" || !tried.some(isPlain);
}

/** Whether it is the plainest fusion of all frames, on whatever rung. */
function isPlain({ rung, fused: { merged, still } }: Attempt): boolean {
  return (
    rung !== "single-frame" && merged.method === "mertens" && !still.applied && (merged.dropped ?? []).length === 0
  );
}

/** Whether a more careful rung may come to something better: the plainest fusion first, a frame alone only for what is quite spoilt. */
function isWorthAnother({ findings, fused }: Attempt, best: Attempt, tried: readonly Attempt[]): boolean {
  const { merge } = fused.evidence;
  if (tried.some(isPlain)) return isSpoilt(best.findings);
  return merge !== undefined && beyondPlain(findings, merge).length > 0;
}

/** With `strict`: throws what was found. */
export function failOnFindings(findings: readonly Finding[], set: PhotoSet): void {
  if (findings.length === 0) return;
  const { name } = set.frames[0].file;
  const message = `check: expected a picture that stands up to its frames, found that ${sentencesOf(findings)}`;
  throw new EngineError("check/failed", message, { file: name, findings: findings.map(({ measure }) => measure) });
}

function warnOf(findings: readonly Finding[], context: StageContext): void {
  for (const { measure, sentence, value, limit } of findings) {
    context.warn(`check/${measure}`, `check: ${sentence} (${shown(value)}, at most ${shown(limit)})`);
  }
}

const shown = (value: number) => String(Number(value.toPrecision(2)));

/** Adds what correcting perspective and toning did; with `strict`, throws what was found. */
export async function checkToned(
  before: CheckReport,
  rectified: { readonly image: IntegerImage },
  toned: ToneResult,
  set: PhotoSet,
  { check: { strict } }: EnhanceOptions,
  context: StageContext,
  leanBefore?: number,
): Promise<CheckReport> {
  if (!toned.applied) return before;
  const { findings, measured } = await checkTone(rectified.image, toned.image, context, leanBefore, toned.light);
  if (strict) failOnFindings(findings, set);
  warnOf(findings, context);
  const all = [...before.findings, ...findings];
  return { ...before, passed: all.length === 0, findings: all, measures: { ...before.measures, ...measured } };
}

function reportOf(best: Attempt, tried: readonly Attempt[], evidence: SetEvidence): CheckReport {
  const findings = [...evidence.findings, ...best.findings];
  const failed = tried.filter((attempt) => attempt !== best && attempt.findings.length > 0);
  const rung = evidence.single ? "unmerged" : best.rung;
  return {
    passed: findings.length === 0,
    rung,
    ...(failed.length > 0 && rung !== "full" ? { reason: mainSentences(failed[0].findings) } : {}),
    findings,
    tried: failed.map((attempt) => ({ rung: attempt.rung, findings: attempt.findings })),
    measures: { ...evidence.measured, ...best.measured },
  };
}
