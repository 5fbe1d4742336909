import { basename, join } from "node:path";
import { meanBrightness } from "../../codecs/index.ts";
import type { Engine } from "../../engine.ts";
import type { BatchEvent, SetSummary } from "../../pipeline/calls/index.ts";
import type { FailedFile, UnusedFile } from "../../pipeline/finding/index.ts";
import { accountOf, debugName } from "../../pipeline/making/index.ts";
import { writeText } from "../text-output.ts";
import { titleOf } from "./contact-sheet.ts";
import { linkTo, readPageAssets } from "./html-page.ts";
import { renderShootPage, type ShootSet } from "./shoot-page.ts";

/** The outcome of a run. */
interface ShootRun {
  readonly sets: readonly SetSummary[];
  readonly finished: readonly Extract<BatchEvent, { type: "finished" }>[];
  readonly failedSets: readonly Extract<BatchEvent, { type: "failed" }>[];
  readonly failedFiles: readonly FailedFile[];
  readonly unused?: readonly UnusedFile[];
  readonly seconds: number;
  /** Where the engine wrote its scene maps, if requested. */
  readonly debugDir?: string;
}

/** Size and quality of all pictures of a set: a page of 300 sets has 20 MB, and 3 MB more with scene maps. */
const thumbnail = { thumbnailEdgePx: 480, thumbnailQuality: 60 };

/** Writes the page of a run, with small pictures of every set. Throws `io/write`, `io/exists`, `cancelled`. */
export async function writeShootPage(
  path: string,
  run: ShootRun,
  engine: Engine,
  options: { readonly overwrite: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const finished = new Map(run.finished.map((event) => [event.set.index, event]));
  const failed = new Map(run.failedSets.map((event) => [event.set.index, event.error.message]));
  const [frames, afters, scenes] = await Promise.all([
    befores(
      run.sets.map(({ index, files }) => ({ files, reference: referenceOf(finished.get(index), files) })),
      engine,
      options.signal,
    ),
    smallOf(
      run.sets.map(({ index }) => finished.get(index)?.path),
      engine,
      options,
    ),
    smallOf(
      run.sets.map(({ index }) => overlayOf(finished.get(index), run.debugDir)),
      engine,
      options,
    ),
  ]);
  const sets = run.sets.map((set, i): ShootSet => {
    const { path: output, report, earlier, skipped = false } = finished.get(set.index) ?? {};
    const made = report ? accountOf(report) : earlier;
    const error = failed.get(set.index);
    return {
      files: set.files,
      reasons: set.reasons,
      flags: set.flags.map(({ message }) => message),
      skipped,
      ...frames[i],
      ...(afters[i] ? { after: afters[i] } : {}),
      ...(scenes[i] ? { scene: scenes[i] } : {}),
      ...(output === undefined ? {} : { link: linkTo(output, path) }),
      ...(made ? { made } : {}),
      ...(error === undefined ? {} : { error }),
    };
  });
  const page = renderShootPage({
    title: titleOf(run.sets.flatMap(({ files }) => files)),
    sets,
    failed: run.failedFiles.map(({ file, error }) => ({ file, message: error.message })),
    ...(run.unused ? { unused: run.unused } : {}),
    seconds: run.seconds,
    ...(await readPageAssets("shoot-page")),
  });
  await writeText(path, page, options.overwrite);
}

/** Makes small pictures: an engine, or a cache in front of one. */
export type ThumbnailMaker = Pick<Engine, "thumbnailAll">;

/** Range of mean grey, 0 to 255, in which a frame shows its content; normally exposed rooms have 90 to 160. */
const shows = { least: 60, most: 200 };
const normal = 118;

/**
 * For every set one frame with its small picture: the reference or, if that is nearly black or white, the frame
 * nearest to a normal exposure. Nothing if no frame can be read. Throws `cancelled`.
 */
export async function befores(
  sets: readonly { readonly files: readonly string[]; readonly reference: string }[],
  engine: ThumbnailMaker,
  signal: AbortSignal,
): Promise<readonly Pick<ShootSet, "before" | "beforeFile">[]> {
  const first = await smallOf(
    sets.map(({ reference }) => reference),
    engine,
    { signal },
  );
  const chosen: Pick<ShootSet, "before" | "beforeFile">[] = [];
  for (const [i, { files, reference }] of sets.entries()) {
    const own = first[i];
    if (own && (files.length < 2 || (await isShowing(own)))) {
      chosen.push({ before: own, beforeFile: reference });
      continue;
    }
    const all = await smallOf(files, engine, { signal });
    const seen = await Promise.all(
      all.map(async (bytes, k) =>
        bytes ? [{ bytes, file: files[k], distance: Math.abs((await meanBrightness(bytes)) - normal) }] : [],
      ),
    );
    const [best] = seen.flat().sort((a, b) => a.distance - b.distance);
    chosen.push(best ? { before: best.bytes, beforeFile: best.file } : {});
  }
  return chosen;
}

async function isShowing(bytes: Uint8Array): Promise<boolean> {
  const mean = await meanBrightness(bytes);
  return mean >= shows.least && mean <= shows.most;
}

/** The frame that the picture was made from; an earlier run may have used other paths for the frames. */
function referenceOf(event: ShootRun["finished"][number] | undefined, files: readonly string[]): string {
  if (event?.report) return event.report.set.reference;
  const name = event?.earlier && basename(event.earlier.reference);
  return files.find((file) => basename(file) === name) ?? files[0];
}

/** Scene map of a set made in this run; for other sets, the folder may contain files of an earlier run. */
function overlayOf(event: ShootRun["finished"][number] | undefined, debugDir: string | undefined): string | undefined {
  if (debugDir === undefined || !event?.report) return undefined;
  return join(debugDir, debugName(event.report.set.reference, "scene.jpg"));
}

/** Small pictures in the order of the paths; `undefined` for files that do not exist or cannot be read. */
export async function smallOf(
  paths: readonly (string | undefined)[],
  engine: ThumbnailMaker,
  { signal }: { readonly signal: AbortSignal },
): Promise<readonly (Uint8Array | undefined)[]> {
  const there = [...new Set(paths.filter((path) => path !== undefined))];
  const made = await engine.thumbnailAll(there, { ...thumbnail, signal });
  const bytes = new Map(made.map((entry, i) => [there[i], "error" in entry ? undefined : entry.bytes]));
  return paths.map((path) => (path === undefined ? undefined : bytes.get(path)));
}
