import { createHash } from "node:crypto";
import { EngineError } from "../../errors/index.ts";
import { packageVersion } from "../../own-package.ts";
import { hashFile, isOwnPicture, isOwnReport, Journal, PendingFile } from "../../pipeline/disk/index.ts";
import { accountOf, type Report, reportPath } from "../../pipeline/making/index.ts";
import type { TrialEngine } from "../../trial-engine.ts";
import { pictureWithin, type RunPicture, reasonAgainst } from "./find-run.ts";
import { type Changes, optionsOf } from "./trials.ts";

/**
 * Makes a picture of a run again with other options, at full size, and replaces the earlier picture and report once
 * both are complete. Throws `io/read` if a photograph is missing or has changed, `io/exists` if the picture or its
 * report was edited, and what `enhance` throws; the earlier picture then stays.
 */
export async function savePicture(
  folder: string,
  picture: RunPicture,
  { tone, windowPull }: Changes,
  engine: TrialEngine,
  signal: AbortSignal,
): Promise<void> {
  const { path, files } = picture;
  const reason = await reasonAgainst(picture);
  const { report: before } = picture;
  if (reason !== undefined || !before) throw new EngineError("io/read", reason ?? "", { file: path });
  await refuseChanged(before, files, signal);
  await refuseEdited(folder, picture, signal);
  const delivered = await engine.enhance(files, { ...optionsOf(picture), ...tone, windowPull, signal });
  const bytes = delivered.bytes;
  if (!bytes) throw new EngineError("internal", "review: expected the bytes of a picture");
  const report = likeBefore(delivered.report, before);
  const made = await PendingFile.create(path, bytes);
  const text = new TextEncoder().encode(`${JSON.stringify(report, null, 2)}\n`);
  const written = await PendingFile.create(reportPath(path), text).catch(async (thrown: unknown) => {
    await made.discard();
    throw thrown;
  });
  const journal = await Journal.read(folder);
  try {
    await refuseEdited(folder, picture, signal);
    const source = journal.entriesOf(path).at(-1)?.source ?? journal.nameOf(files[0]);
    const result = createHash("sha256").update(bytes).digest("hex");
    // On disk before the picture gets its name, as for every picture of the folder.
    await journal.add({ output: journal.nameOf(path), source, key: keyOf(report), result, account: accountOf(report) });
    await made.commit(true);
    await written.commit(true);
  } finally {
    await Promise.all([made.discard(), written.discard(), journal.close()]);
  }
}

/** Keeps the names of the photographs and the reasons for their set. */
function likeBefore(report: Report, { sources, set }: Report): Report {
  const named = report.sources.map((source, i) => ({ ...source, file: sources[i].file }));
  return { ...report, sources: named, set };
}

async function refuseChanged(report: Report, files: readonly string[], signal: AbortSignal): Promise<void> {
  for (const [i, file] of files.entries()) {
    const { sha256 } = report.sources[i];
    if (sha256 !== undefined && (await hashFile(file, signal)) === sha256) continue;
    throw new EngineError("io/read", `The photograph ${file} has changed.`, { file });
  }
}

/** Only a file that a run of this program wrote, unchanged since, is replaced. */
async function refuseEdited(folder: string, { path, report }: RunPicture, signal: AbortSignal): Promise<void> {
  const isThere = (await pictureWithin(folder, path)) === path;
  const isAsMade = isThere && (await hashFile(path, signal)) === report?.result.sha256;
  if (isAsMade && (await isOwnPicture(path)) && (await isOwnReport(reportPath(path)))) return;
  throw new EngineError("io/exists", `${path} was changed since lightwell wrote it, so it is not replaced.`, {
    file: path,
  });
}

/**
 * Key in a different form from those of a run, so that a run with `--resume` makes the picture again with its own
 * options.
 */
function keyOf({ options, look, house, sources }: Report): string {
  const parts = ["review", packageVersion, options, look, house, sources.map(({ sha256 }) => sha256)];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
