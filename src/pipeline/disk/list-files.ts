import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileExists } from "./output-file.ts";
import { isPattern, pathKey, patternMatcher, sidecarFinder, splitPattern } from "./path-rules.ts";
import { isOf, readError } from "./read-file.ts";
import type { InputFile } from "./source.ts";

export interface ListedFiles {
  /** The given files and the files in the given folders, each once. */
  readonly files: readonly string[];
  readonly fromFolder: ReadonlySet<string>;
  /** For files in subfolders: the relative path of their folder from the given folder. */
  readonly within: ReadonlyMap<string, string>;
  /** Subfolders that were not searched. */
  readonly skipped: readonly string[];
  /**
   * System folders and files of operating systems, NAS devices and catalogues, which contain thumbnails but no
   * photographs.
   */
  readonly system: readonly string[];
}

/**
 * Names that Synology, QNAP, macOS, Windows, Lightroom and Apple Photos use next to photographs for thumbnails,
 * attributes, deleted files and copies; in lower case.
 */
const systemNames = new Set([
  "@eadir",
  "#recycle",
  "#snapshot",
  ".@__thumb",
  "@recycle",
  "$recycle.bin",
  "system volume information",
  "__macosx",
  ".appledouble",
  ".ds_store",
  "thumbs.db",
  "ehthumbs.db",
  "desktop.ini",
]);
/** AppleDouble files, and packages of catalogues. */
const systemPattern = /^\._|\.(?:lrdata|photoslibrary|photolibrary|aplibrary)$/;

function isSystemName(name: string): boolean {
  const lower = name.toLowerCase();
  return systemNames.has(lower) || systemPattern.test(lower);
}

/**
 * Paths with every folder replaced by the files in it, without hidden and system files, in a stable order,
 * each file once. Subfolders are searched if `isRecursive`; links to folders are not followed. A path that does not
 * exist stays in the list, and only this file fails when it is opened. Throws `io/read` for a folder that cannot be
 * read.
 */
export async function listFiles(paths: readonly string[], { isRecursive = false } = {}): Promise<ListedFiles> {
  const listing = new Listing(isRecursive);
  for (const path of paths) {
    if (await isOf(path, "isDirectory")) await listing.addFolder(path, path);
    else listing.addNamed(path);
  }
  return listing;
}

class Listing implements ListedFiles {
  readonly fromFolder = new Set<string>();
  readonly within = new Map<string, string>();
  readonly skipped: string[] = [];
  readonly system: string[] = [];
  readonly #isRecursive: boolean;
  readonly #byPath = new Map<string, string>();

  constructor(isRecursive: boolean) {
    this.#isRecursive = isRecursive;
  }

  get files(): readonly string[] {
    return [...this.#byPath.values()];
  }

  addNamed(path: string): void {
    this.fromFolder.delete(this.#byPath.get(pathKey(path)) ?? "");
    this.#byPath.set(pathKey(path), path);
  }

  /** Adds the files of a folder. `root` is the folder that was given. */
  async addFolder(folder: string, root: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((thrown) => {
      throw readError(thrown, folder);
    });
    const inner: string[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (isSystemName(entry.name)) {
        this.system.push(path);
        continue;
      }
      if (entry.name.startsWith(".") || this.#byPath.has(pathKey(path))) continue;
      const isFolder = await isOf(path, "isDirectory");
      if (isFolder) (this.#isRecursive && entry.isDirectory() ? inner : this.skipped).push(path);
      else if (entry.isFile() || entry.isSymbolicLink()) this.#addFound(path, relative(root, folder));
    }
    for (const path of inner) await this.addFolder(path, root);
  }

  #addFound(path: string, way: string): void {
    this.#byPath.set(pathKey(path), path);
    this.fromFolder.add(path);
    if (way !== "") this.within.set(path, way);
  }
}

/** Files that match a pattern ({@link patternMatcher}), sorted within each folder. */
export async function matchFiles(pattern: string): Promise<string[]> {
  const { parts, sep } = splitPattern(pattern);
  let found = [""];
  for (const [i, part] of parts.entries()) {
    const end = i === parts.length - 1 ? "" : sep;
    const lists = await Promise.all(found.map((folder) => namesIn(folder, part)));
    found = found.flatMap((folder, at) => lists[at].map((name) => folder + name + end));
  }
  const exists = await Promise.all(found.map(fileExists));
  return found.filter((_, i) => exists[i]);
}

async function namesIn(folder: string, part: string): Promise<string[]> {
  if (!isPattern(part)) return [part];
  const names = await readdir(folder || ".").catch((): string[] => []);
  return names.filter(patternMatcher(part)).sort();
}

/** Maximum size of a sidecar in bytes; usual ones have a thousandth of this. Larger ones are skipped. */
const maxBytes = 4 * 2 ** 20;

/** Formats other than RAW. Next to such a file, `IMG_1.xmp` belongs to the RAW of the same name. */
const notRaw = /\.(jpe?g|png|webp|tiff?|avif|hei[cf]|hif|jxl)$/i;

/**
 * The XMP files next to each of the photographs, in ascending precedence: `IMG_1.xmp` of a RAW, as Lightroom and
 * Capture One write it, and `IMG_1.CR3.xmp`, as darktable writes it for every file. Only the caller's own files have
 * sidecars.
 */
export async function findSidecars(files: readonly InputFile[]): Promise<readonly (readonly string[])[]> {
  const own = files.filter(({ modifiedNs }) => modifiedNs !== undefined);
  const folders = new Map<string, (name: string) => string | undefined>();
  for (const folder of new Set(own.map(({ path }) => dirname(path))))
    folders.set(folder, sidecarFinder(await readdir(folder).catch(() => [])));
  return Promise.all(
    files.map(async ({ path, modifiedNs }) => {
      const folder = dirname(path);
      const sidecarOf = modifiedNs === undefined ? undefined : folders.get(folder);
      if (!sidecarOf) return [];
      const name = basename(path);
      const wanted = [...(notRaw.test(name) ? [] : [basename(name, extname(name))]), name];
      const names = wanted.flatMap((stem) => sidecarOf(`${stem}.xmp`) ?? []);
      const found = [...new Set(names)].map((found) => join(folder, found));
      const fits = await Promise.all(found.map(isSmall));
      return found.filter((_, i) => fits[i]);
    }),
  );
}

function isSmall(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile() && found.size <= maxBytes,
    () => false,
  );
}
