import { lstat, realpath } from "node:fs/promises";
import { isAbsolute, join, normalize, resolve, sep } from "node:path";
import { codecs, sniffBytes } from "../../codecs/index.ts";
import { EngineError } from "../../errors/index.ts";
import { fileExists, isOf, Journal, type JournalEntry, placeFault, readHead } from "../../pipeline/disk/index.ts";
import { type Account, accountOf, type Report, readAccount, reportPath } from "../../pipeline/making/index.ts";
import { readReport } from "../reproduce.ts";

/** One picture of a run, with what is known about how it was made. */
export interface RunPicture {
  /** Absolute path with links resolved. */
  readonly path: string;
  readonly account: Account | undefined;
  /** Report of the picture; absent if none was written or it is not by `enhance`. */
  readonly report: Report | undefined;
  /** Names of the photographs in the report; without a report only the first one. */
  readonly names: readonly string[];
  /** Their paths, in the same order; a name whose folder is unknown stays as it is. */
  readonly files: readonly string[];
  /** Reason, in one sentence, not to open its photographs; `files` then contains only the picture. */
  readonly refusal?: string;
}

/**
 * The existing pictures in the journal of an output folder, as the run made them. Links, files outside the folder and
 * files other than pictures are skipped. Throws `input/empty` if there are none.
 */
export async function findRun(folder: string): Promise<readonly RunPicture[]> {
  const journal = await Journal.read(folder);
  const pictures: RunPicture[] = [];
  for (const output of journal.outputs) {
    const path = await pictureWithin(folder, output);
    const entry = journal.entriesOf(output).at(-1);
    if (path !== undefined && entry) pictures.push(await readPicture(folder, path, entry));
  }
  if (pictures.length > 0) return pictures;
  const message = `review: expected the output folder of a run of enhance, found no pictures of one in ${folder}`;
  throw new EngineError("input/empty", message, { file: folder });
}

/** The real path of a picture, if it is a regular file within the folder; checked on every access. */
export async function pictureWithin(folder: string, path: string): Promise<string | undefined> {
  try {
    const [root, real, found] = await Promise.all([realpath(folder), realpath(path), lstat(path)]);
    if (!found.isFile() || !real.startsWith(root + sep)) return undefined;
    const head = await readHead(real, sniffBytes);
    return codecs.some((codec) => codec.matches(head)) ? real : undefined;
  } catch {
    return undefined;
  }
}

/** The report of a picture and its account; neither if any part of it differs from the form that `enhance` writes. */
async function readSound(path: string): Promise<{ readonly report?: Report; readonly account?: Account }> {
  try {
    const report = await readReport(path);
    const { reasons, flags } = report.set;
    const areTexts = [...reasons, ...flags.map(({ message }) => message)].every((each) => typeof each === "string");
    const account = readAccount(accountOf(report));
    return report.call === "enhance" && areTexts && account ? { report, account } : {};
  } catch {
    return {};
  }
}

async function readPicture(folder: string, path: string, entry: JournalEntry): Promise<RunPicture> {
  const { report, account: reported } = await readSound(reportPath(path));
  const given = report?.sources.map(({ file }) => file) ?? [];
  for (const name of [entry.source, ...given]) {
    const fault = placeFault(name, folder);
    if (fault === undefined) continue;
    const refusal = `The report or journal names the photograph ${name}, which is not opened: ${fault}.`;
    return {
      path,
      account: reported ?? readAccount(entry.account),
      report: undefined,
      names: [path],
      files: [path],
      refusal,
    };
  }
  if (!report) {
    const account = readAccount(entry.account);
    const first = resolve(folder, entry.source);
    return { path, account, report: undefined, names: [first], files: [first] };
  }
  const names = given;
  const files = await placesOf(names, resolve(folder, entry.source));
  return { path, account: reported, report, names, files };
}

/**
 * Finds the photographs of a report. Their paths are relative to the folder in which the run was started, which may
 * differ from the current one. The journal has the place of the first photograph, and thus of that folder.
 */
async function placesOf(names: readonly string[], first: string): Promise<readonly string[]> {
  const tail = sep + normalize(names[0]);
  const bases = first.endsWith(tail) ? [first.slice(0, -tail.length), process.cwd()] : [process.cwd()];
  return Promise.all(
    names.map(async (name) => {
      if (isAbsolute(name)) return name;
      for (const base of bases) if (await isOf(join(base, name), "isFile")) return join(base, name);
      return resolve(name);
    }),
  );
}

/** Reason, in one sentence, why a picture cannot be made again; `undefined` if it can. */
export async function reasonAgainst({ report, files, path, refusal }: RunPicture): Promise<string | undefined> {
  if (refusal !== undefined) return refusal;
  if (!report)
    return "This picture has no report, so its photographs and options are not known; enhance --report writes one.";
  for (const file of files)
    if (!(await fileExists(file)))
      return `The photograph ${file} does not exist, so this picture cannot be made again.`;
  if (report.result.sha256 === undefined) return `The report of ${path} does not state the hash of its picture.`;
  return undefined;
}

/** The folder of a run, as an absolute path without links. Throws `io/read`. */
export async function openFolder(path: string): Promise<string> {
  if (!(await isOf(path, "isDirectory")))
    throw new EngineError("io/read", `review: expected an output folder, got ${path}`, { file: path });
  return realpath(path);
}
