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
  /** Of the fused picture. */
  readonly copy: SmallCopy;
  /** What became of it while it was checked, and what that warned of. */
  readonly next?: { readonly value: T; readonly warnings: Job["warnings"] };
  readonly findings: readonly Finding[];
  readonly measured: Measured;
  readonly warnings: Job["warnings"];
}

/** A set's picture and what was done with it. */
interface SafelyFused<T> {
  readonly fused: Fused;
  readonly next: T;
  /** Absent where nothing was checked. `copy`: of the picture; the caller releases its data. */
  readonly checked?: { readonly report: CheckReport; readonly copy: SmallCopy };
}

/**
 * Fuses a set and compares the picture with its frames. If it fails the check, the set is made again on the next more
 * careful rung: see {@link isBetter} for which of the pictures is delivered. `goOn` is the next step for a picture: it
 * runs during the check of the first, because most pass, and again if another one is delivered. `beforeMoving` decides
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
    if (best) decoding.again();
    const attempt: Attempt<T> = await tryRung(rung, () => fuse(rung), job, best ? undefined : goOn);
    evidence = attempt.fused.evidence;
    if (options.check.strict) failOnFindings([...evidence.findings, ...attempt.findings], set);
    tried.push(attempt);
    // One frame lacks what the others show, which no fusion does: it is taken for how spoilt the best of them is.
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

/** Runs `work` and drops its warnings, which were given before. */
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

/** Share of the picture from which on something that moved is a person or a car: its ghost is worse than any patch. */
const moverShare = 0.001;

function showsMovers({ fused: { still } }: Attempt<unknown>): boolean {
  return still.areas.some(({ share }) => share >= moverShare);
}

/** Whether it is the plainest fusion of all frames, on whatever rung. */
function isPlain({ rung, fused: { merged } }: Attempt<unknown>): boolean {
  return rung !== "single-frame" && merged.method === "mertens" && (merged.dropped ?? []).length === 0;
}

/**
 * Whether a more careful rung may give something better: the plainest fusion first, a single frame only if the picture
 * is badly spoilt.
 */
function isWorthAnother(
  { findings, fused }: Attempt<unknown>,
  best: Attempt<unknown>,
  tried: readonly Attempt<unknown>[],
): boolean {
  if (tried.some(isPlain)) return isSpoilt(best.findings);
  // A ghost is in the frames: another way of fusing them has it, too.
  return fused.held.evidence !== undefined && findings.some(({ measure }) => measure !== "ghosts");
}

/** With `strict`: throws what was found. */
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

/** The check of what comes after fusing, while it is done. */
interface FinishCheck {
  /**
   * Begins to check what toning did; the returned function waits for all parts and adds the findings, or throws them
   * with `strict`. The picture is no longer read then.
   */
  toned(tone: ToneResult, set: PhotoSet, options: ResolvedOptions): Promise<() => Promise<CheckReport>>;
}

interface Rectified {
  /** Absent if the fused picture was not changed; no longer read afterwards. */
  readonly rectified: IntegerImage | undefined;
  readonly straightened: boolean;
  /** Of the picture before it was straightened, if that is not the fused one; released in the end. */
  readonly before?: SmallCopy | undefined;
}

/**
 * Begins to check what correcting perspective did, during toning. The fused picture's copy is released in the end.
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
        // Memory that crossed threads comes back as another object, which would be another's copy.
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
 * Whether a picture is to be delivered rather than the best before it, by their findings. A picture with a finding by
 * a measure that is silent for the plainest fusion never is. Of the others the one is that lies least over all limits
 * together, of equals the earlier. `plain`: findings of the plainest fusion, once it was made.
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

/** Times its limit that a measure has to show before a single frame is thought of. */
const spoilt = 3;

/** Whether a fused picture is so far from its frames that one frame alone may be the better picture. */
export function isSpoilt(findings: readonly Finding[]): boolean {
  return findings.some(({ measure, value, limit }) => measures[measure].fixable && value > spoilt * limit);
}

function isWithin(findings: readonly Finding[], others: readonly Finding[]): boolean {
  return findings.every(({ measure }) => others.some((other) => other.measure === measure));
}
