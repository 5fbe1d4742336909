import { EngineError } from "../../errors/index.ts";
import { endLeases, type IntegerImage } from "../../image/index.ts";
import { type SmallCopy, shrinkFrame } from "../../ops/index.ts";
import { excessOf, type Finding, findingsOf, type Measured, measureRings, measures } from "../../stages/check/index.ts";
import type { StageContext } from "../../stages/context.ts";
import type { ToneResult } from "../../stages/tone/index.ts";
import type { PhotoSet } from "../finding/index.ts";
import type { ResolvedOptions } from "../options.ts";
import { type BeforeMoving, type Fused, fuseSet } from "./fuse-set.ts";
import type { Job } from "./job.ts";
import { type CheckReport, mainSentences, type Rung, sentencesOf } from "./picture.ts";
import type { SetEvidence } from "./screen-frames.ts";
import type { SetRun } from "./set-run.ts";
import { SmallCopies } from "./small-copies.ts";

interface Attempt<T> {
  readonly rung: Rung;
  readonly fused: Fused;
  /** Small copy of the fused picture. */
  readonly copy: SmallCopy;
  /** Result of `goOn`, run during the check, and its warnings. */
  readonly next?: { readonly value: T; readonly warnings: Job["warnings"] };
  readonly findings: readonly Finding[];
  readonly measured: Measured;
  readonly warnings: Job["warnings"];
}

/** A set's picture and the result of `goOn`. */
interface SafelyFused<T> {
  readonly fused: Fused;
  readonly next: T;
  /**
   * Report of the check; absent if nothing was checked. `copy`: small copy of the picture; the caller releases its
   * data.
   */
  readonly checked?: { readonly report: CheckReport; readonly copy: SmallCopy };
}

/**
 * Fuses a set and compares the picture with its frames. If it fails the check, the set is made again on the next more
 * careful rung; {@link isBetter} decides which picture is delivered. `goOn` is the next step for a picture: it runs
 * during the check of the first, because most pass, and again if another picture is delivered. `beforeMoving` decides
 * how frames that move are rectified in the same resampling. Throws `check/failed` with `strict`, and
 * `check/no-picture` if the frames show nothing.
 */
export async function fuseSafely<T>(
  run: SetRun,
  goOn: (fused: Fused) => Promise<T>,
  beforeMoving?: BeforeMoving,
): Promise<SafelyFused<T>> {
  const { set, decoding, options, job, keepsBest } = run;
  const copies = new SmallCopies(job.context);
  if (options.check.check === "off") {
    const fused = await fuseSet(run, { rung: "full", copies, deghosts: true }, beforeMoving);
    return { fused, next: await goOn(fused) };
  }
  const tried: Attempt<T>[] = [];
  let best: Attempt<T> | undefined;
  let evidence: SetEvidence | undefined;
  const drop = ({ fused, copy }: Attempt<T>) => {
    endLeases([fused.merged.image, copy], [], job.context.memory);
  };
  const fuse = (rung: Rung) => {
    const deghosts = rung === "full" || (rung === "mertens" && tried.some(showsMovers));
    return fuseSet(run, { rung, copies, deghosts, ...(evidence ? { before: evidence } : {}) }, beforeMoving);
  };
  for (const rung of rungs) {
    if (best && !changesAnything(rung, best, tried)) continue;
    if (best && !keepsBest) endLeases([best.fused.merged.image], [], job.context.memory);
    if (best && keepsBest) await job.context.memory.rest?.(best.fused.merged.image.data);
    if (best) decoding.again();
    const attempt: Attempt<T> = await tryRung(rung, () => fuse(rung), job, best ? undefined : goOn);
    evidence = attempt.fused.evidence;
    if (options.check.strict) failOnFindings([...evidence.findings, ...attempt.findings], set);
    tried.push(attempt);
    // Unlike any fusion, a single frame lacks what the others show, so it is only used if the best fusion is badly
    // spoilt.
    const plain = rung === "single-frame" ? undefined : tried.find(isPlain)?.findings;
    if (best === undefined || isBetter(attempt.findings, best.findings, plain)) {
      if (best) drop(best);
      best = attempt;
    } else drop(attempt);
    if (!isWorthAnother(attempt, best, tried)) break;
  }
  if (!best || !evidence) throw new EngineError("internal", "check: expected a rung that is always taken");
  const isThere = keepsBest || best === tried.at(-1);
  const { rung: made, copy, next } = best;
  if (!isThere) decoding.again();
  const fused = isThere ? best.fused : await withoutWarning(() => fuse(made), job);
  copies.keep([]);
  job.warnings.push(...best.warnings);
  warnOf([...evidence.findings, ...best.findings], job.context);
  const checked = { report: reportOf(best, tried, evidence), copy };
  if (!next) return { fused, next: await goOn(fused), checked };
  job.warnings.push(...next.warnings);
  return { fused, next: next.value, checked };
}

const rungs = ["full", "no-deghost", "mertens", "single-frame"] as const;

async function tryRung<T>(
  rung: Rung,
  fuse: () => Promise<Fused>,
  job: Job,
  goOn: ((fused: Fused) => Promise<T>) | undefined,
): Promise<Attempt<T>> {
  const before = job.warnings.length;
  const fused = await fuse();
  const warnings = job.warnings.splice(before);
  const { evidence, edges, release } = fused.held;
  const { image } = fused.merged;
  const copy = await job.time("check", () => shrinkFrame(image, job.context));
  const rings = edges && (await job.time("check", () => measureRings(image, edges, job.context)));
  const facts = { deghost: { share: fused.still.share }, ...(rings ? { rings } : {}) };
  const checking = evidence && job.aside("check.fused", () => job.run("checkMerge", { copy, evidence, facts }));
  const next = goOn && { value: await goOn(fused), warnings: job.warnings.splice(before) };
  const checked = (await checking?.()) ?? { findings: [], measured: {} };
  release();
  return { rung, fused, ...checked, warnings, copy, ...(next ? { next } : {}) };
}

/** Runs `work` and drops its warnings, which were already reported. */
async function withoutWarning<T>(work: () => Promise<T>, { warnings }: Job): Promise<T> {
  const before = warnings.length;
  const result = await work();
  warnings.splice(before);
  return result;
}

/** Whether a rung can give a different picture from the ones before it. */
function changesAnything(rung: Rung, attempt: Attempt<unknown>, tried: readonly Attempt<unknown>[]): boolean {
  if (rung === "no-deghost") return attempt.fused.still.applied && !showsMovers(attempt);
  return rung !== "mertens" || !tried.some(isPlain);
}

/**
 * Minimum share of the picture at which a moving object counts as a person or a car, whose ghost is worse than any
 * patch.
 */
const moverShare = 0.001;

function showsMovers({ fused: { still } }: Attempt<unknown>): boolean {
  return still.areas.some(({ share }) => share >= moverShare);
}

/** Whether it is the plainest fusion of all frames, on any rung. */
function isPlain({ rung, fused: { merged } }: Attempt<unknown>): boolean {
  return rung !== "single-frame" && merged.method === "mertens" && (merged.dropped ?? []).length === 0;
}

/**
 * Whether a more careful rung may improve the picture: first the plainest fusion, then a single frame only if the
 * picture is badly spoilt.
 */
function isWorthAnother(
  { findings, fused }: Attempt<unknown>,
  best: Attempt<unknown>,
  tried: readonly Attempt<unknown>[],
): boolean {
  if (tried.some(isPlain)) return isSpoilt(best.findings);
  // A ghost comes from the frames, so another fusion has it, too.
  return fused.held.evidence !== undefined && findings.some(({ measure }) => measure !== "ghosts");
}

/** Throws the findings if `strict` is on. */
function failOnFindings(findings: readonly Finding[], set: PhotoSet): void {
  if (findings.length === 0) return;
  const { name } = set.frames[0].file;
  const message = `check: expected a picture that agrees with its frames, found that ${sentencesOf(findings)}`;
  throw new EngineError("check/failed", message, { file: name, findings: findings.map(({ measure }) => measure) });
}

function warnOf(findings: readonly Finding[], context: StageContext): void {
  for (const { measure, sentence, value, limit } of findings) {
    context.warn(`check/${measure}`, `check: ${sentence} (${shown(value)}, at most ${shown(limit)})`);
  }
}

const shown = (value: number) => String(Number(value.toPrecision(2)));

/** Check of the steps after fusion, running in parallel with them. */
interface FinishCheck {
  /**
   * Starts to check toning. The returned function waits for all parts and adds the findings, or throws them with
   * `strict`; the picture is not read after that.
   */
  toned(tone: ToneResult, set: PhotoSet, options: ResolvedOptions): Promise<() => Promise<CheckReport>>;
}

interface Rectified {
  /** The rectified picture; absent if the fused picture was not changed. Not read afterwards. */
  readonly rectified: IntegerImage | undefined;
  readonly straightened: boolean;
  /** Copy of the picture before straightening, if that is not the fused one; released at the end. */
  readonly before?: SmallCopy | undefined;
}

/**
 * Starts to check the perspective correction, during toning. Releases the fused picture's copy at the end.
 */
export async function beginFinishCheck(
  { report, copy }: NonNullable<SafelyFused<unknown>["checked"]>,
  { rectified, straightened, before: leaning = copy }: Rectified,
  job: Job,
): Promise<FinishCheck> {
  const { memory } = job.context;
  const before = rectified ? await shrinkFrame(rectified, job.context) : copy;
  const toShape = { before, ...(straightened ? { fused: leaning } : {}) };
  const shaping = job.begin("check.rectified", () => job.run("checkShape", toShape));
  return {
    async toned({ applied, image, light }, set, { check: { strict } }) {
      const after = applied ? await shrinkFrame(image, job.context) : undefined;
      const measuring = job.aside("check.toned", async () => {
        const { view, measured } = await shaping;
        if (!after) return {};
        // Memory that crossed threads returns as a different object, which would count as a different copy.
        const input = { before: { ...view, copy: before }, after, ...(light ? { map: light } : {}) };
        const toned = await job.run("checkTone", input);
        return { ...measured, ...toned.measured };
      });
      return async () => {
        const measured = await measuring();
        endLeases([copy, before, leaning, ...(after ? [after] : [])], [], memory);
        const findings = findingsOf(measured);
        if (strict) failOnFindings(findings, set);
        warnOf(findings, job.context);
        const all = [...report.findings, ...findings];
        return { ...report, passed: all.length === 0, findings: all, measures: { ...report.measures, ...measured } };
      };
    },
  };
}

function reportOf(best: Attempt<unknown>, tried: readonly Attempt<unknown>[], evidence: SetEvidence): CheckReport {
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

/**
 * Whether a picture is better than the best before it, by their findings. A picture with a finding by a measure that
 * finds nothing in the plainest fusion is never better. Otherwise the lower total excess over all limits wins; if
 * equal, the earlier picture. `plain`: findings of the plainest fusion, if already made.
 */
export function isBetter(
  next: readonly Finding[],
  best: readonly Finding[],
  plain: readonly Finding[] | undefined,
): boolean {
  if (plain && !isWithin(best, plain)) return true;
  if (plain && !isWithin(next, plain)) return false;
  return excessOf(next) < excessOf(best);
}

/** Minimum ratio of a measure to its limit at which a single frame is considered. */
const spoilt = 3;

/** Whether a fused picture differs so much from its frames that a single frame may be better. */
export function isSpoilt(findings: readonly Finding[]): boolean {
  return findings.some(({ measure, value, limit }) => measures[measure].fixable && value > spoilt * limit);
}

function isWithin(findings: readonly Finding[], others: readonly Finding[]): boolean {
  return findings.every(({ measure }) => others.some((other) => other.measure === measure));
}
