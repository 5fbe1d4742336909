import { createHash } from "node:crypto";
import { access, constants, link, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { EngineError, wrapError } from "../../errors/index.ts";
import { hasOwnMark, markBytes } from "../../stages/metadata/index.ts";
import { hasNoLinks } from "./path-rules.ts";
import { isOf, readEnds, readText } from "./read-file.ts";

/** Age in milliseconds from which a folder counts as abandoned, regardless of the machine that made it. */
const oldMs = 24 * 3600 * 1000;

const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** Prefix of the names of this process's folders, which shows other processes whether they are still in use. */
export function ownedPrefix(start: string): string {
  return `${start}${machine}-${process.pid}-`;
}

/** Prefixes of names: of files being written, and of folders for spooled bytes. */
const pendingStart = ".lightwell-";
export const spoolStart = "lightwell-";

/** Removes unfinished files that killed runs left in a folder, and their spooled bytes. */
export async function sweepPending(folder: string): Promise<void> {
  await sweepLeftovers(folder, pendingStart);
  await sweepLeftovers(tmpdir(), spoolStart);
}

/**
 * Removes the temporary folders of killed processes from `folder`: those of this machine whose process has ended, and
 * all that are older than a day. Folders that cannot be read or removed stay.
 */
async function sweepLeftovers(folder: string, start: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(start)) continue;
    const owner = /^([0-9a-f]{8}-(\d+)-)?[A-Za-z0-9]{6}$/.exec(name.slice(start.length));
    if (!owner) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) continue;
    const isHere = owner[1]?.startsWith(machine) === true;
    const isGone = (isHere && !isOwnerRunning(Number(owner[2]), found.mtimeMs)) || Date.now() - found.mtimeMs > oldMs;
    if (isGone) await rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** Tolerance for clocks of network shares, in milliseconds. */
const clockSkewMs = 60_000;

/**
 * A program in a container often has the same process ID in every run, so a folder with this process's ID that is older
 * than the process belongs to an earlier run.
 */
function isOwnerRunning(pid: number, changedMs: number): boolean {
  if (pid !== process.pid) return isRunning(pid);
  const startedMs = Date.now() - process.uptime() * 1000;
  return changedMs > startedMs - clockSkewMs;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as { code?: string }).code === "EPERM";
  }
}

/** Whether an output may replace an existing file. */
export type Replaceable = (path: string) => Promise<boolean>;

/** Whether a file, folder or anything else has this name. */
export async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Makes a folder and its parents if needed. Throws `io/write`, also if the folder is not writable. */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await makeFolders(resolve(folder), mode);
    await access(folder, constants.W_OK);
  } catch (thrown) {
    const message = `output: expected a folder, a file has its name or that of a folder above it: ${folder}`;
    if (["EEXIST", "ENOTDIR"].includes((thrown as { code?: string }).code ?? ""))
      throw new EngineError("io/write", message, { file: folder }, thrown);
    throw wrapError(thrown, "io/write", "output", { file: folder });
  }
}

/** Replaces mkdir's `recursive`, which never ends if the system answers ENOENT in an existing folder, as /proc does. */
async function makeFolders(folder: string, mode: number): Promise<void> {
  if (await isOf(folder, "isDirectory")) return;
  if (dirname(folder) !== folder) await makeFolders(dirname(folder), mode);
  await mkdir(folder, { mode }).catch(async (thrown) => {
    if (!(await isOf(folder, "isDirectory"))) throw thrown; // another set may have made it in the meantime
  });
}

/**
 * A file being written, in its own hidden folder next to its final name: the final name never shows a partial picture,
 * even if the process dies, and other files that a tool leaves there are removed with the folder.
 */
export class PendingFile {
  readonly path: string;
  readonly #folder: string;
  readonly #final: string;

  private constructor(folder: string, final: string) {
    this.path = join(folder, `picture${extname(final)}`);
    this.#folder = folder;
    this.#final = final;
  }

  /**
   * Makes the folders if needed, and calls `write` to create the file, on this or another thread.
   * Throws `io/write`.
   */
  static async make(final: string, write: (path: string) => Promise<void>): Promise<PendingFile> {
    await makeFolder(dirname(final));
    let pending: PendingFile | undefined;
    try {
      pending = new PendingFile(await mkdtemp(join(dirname(final), ownedPrefix(pendingStart))), final);
      await write(pending.path);
      return pending;
    } catch (thrown) {
      await pending?.discard();
      throw outputError(thrown, final);
    }
  }

  static create(final: string, bytes: Uint8Array): Promise<PendingFile> {
    return PendingFile.make(final, (path) => writeFile(path, bytes, { flag: "wx" }));
  }

  /** Replaces the bytes of the file. Throws `io/write`. */
  async replace(bytes: Uint8Array): Promise<void> {
    try {
      await writeFile(this.path, bytes);
    } catch (thrown) {
      throw outputError(thrown, this.#final);
    }
  }

  /** Gives the file its final name. Without `overwrite` an existing file stays and `io/exists` is thrown. */
  async commit(overwrite: boolean): Promise<void> {
    try {
      await sync(this.path);
      if (overwrite) await rename(this.path, this.#final);
      else await renameToFree(this.path, this.#final);
    } catch (thrown) {
      if ((thrown as { code?: string }).code === "EEXIST") throw existsError(this.#final);
      throw wrapError(thrown, "io/write", "output", { file: this.#final });
    } finally {
      await this.discard();
    }
  }

  async discard(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Writes a file that will be renamed to `final`, under an unused name. Throws `io/write`. */
export async function writeOutput(path: string, bytes: Uint8Array, final: string): Promise<void> {
  await writeFile(path, bytes, { flag: "wx" }).catch((thrown) => {
    throw outputError(thrown, final);
  });
}

/** `io/write` for a file that cannot be written, with its final name; other typed errors unchanged. */
function outputError(thrown: unknown, final: string): EngineError {
  if (thrown instanceof EngineError) return thrown;
  return fullDisk(thrown, "output", dirname(final)) ?? wrapError(thrown, "io/write", "output", { file: final });
}

/**
 * Flushes the file to disk before it is renamed; otherwise a power cut could leave an empty file under the final name.
 */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Uses a link, which fails atomically if the name exists; memory cards and some network shares do not support links.
 */
async function renameToFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (thrown) {
    const { code = "" } = thrown as { code?: string };
    if (!hasNoLinks(code)) throw thrown;
    if (await fileExists(to)) throw existsError(to);
    await rename(from, to);
  }
}

/** Throws `io/write` with the name of the folder if the system reported a full disk; otherwise does nothing. */
export function refuseFullDisk(thrown: unknown, stage: string, folder: string): void {
  const error = fullDisk(thrown, stage, folder);
  if (error) throw error;
}

function fullDisk(thrown: unknown, stage: string, folder: string): EngineError | undefined {
  if (!["ENOSPC", "EDQUOT"].includes((thrown as { code?: string }).code ?? "")) return undefined;
  const message = `${stage}: the disk is full, no file can be written in ${folder}`;
  return new EngineError("io/write", message, { file: folder }, thrown);
}

export function existsError(path: string): EngineError {
  const message = `output: ${path} exists; overwrite (--overwrite) replaces it, another name or folder keeps it`;
  return new EngineError("io/exists", message, { file: path });
}

export function foreignError(path: string): EngineError {
  const message = `output: ${path} exists and is not a result of lightwell, or was edited since, so it is never replaced; choose another name or folder, or move it away`;
  return new EngineError("io/exists", message, { file: path });
}

/** Whether the path is too long for its file system. */
export function isTooLong(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    ({ code }: { code?: string }) => code === "ENAMETOOLONG",
  );
}

/** Maximum length of a file name in bytes on common file systems. */
const maxNameBytes = 255;

/**
 * The name `stem` + `extension`, with the stem shortened if both together are too long for a file name. A shortened
 * stem ends in a hash of the whole, so that different long names stay different.
 */
export function fittingName(stem: string, extension: string): string {
  const name = `${stem}${extension}`;
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const end = `~${createHash("sha256").update(stem).digest("hex").slice(0, 8)}${extension}`;
  const kept = [...stem];
  while (Buffer.byteLength(kept.join("") + end) > maxNameBytes) kept.pop();
  return kept.join("") + end;
}

/**
 * Accepts a picture that this program made, unless it names another program as a later writer, and an empty file.
 */
export const isOwnPicture: Replaceable = async (path) => {
  const ends = await readEnds(path, markBytes);
  return ends !== undefined && (ends.length === 0 || hasOwnMark(ends));
};

/** A report of an earlier run. */
export const isOwnReport: Replaceable = (path) =>
  isOwnText(path, (text) => (JSON.parse(text) as { software?: { name?: unknown } }).software?.name === "lightwell");

/**
 * Whether a text is empty or `isOurs` accepts it; false if it cannot be read or `isOurs` throws.
 */
export async function isOwnText(path: string, isOurs: (text: string) => boolean): Promise<boolean> {
  const ends = await readEnds(path, 1);
  if (ends === undefined || ends.length === 0) return ends !== undefined;
  return readText(path, maxTextBytes)
    .then(isOurs)
    .catch(() => false);
}

/** Maximum size of a text in bytes: a contact sheet contains small pictures of thousands of photographs. */
const maxTextBytes = 2 ** 28;
