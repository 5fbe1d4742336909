import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { panoramaXmp } from "../../fixtures/scene/index.ts";
import { shootPlan } from "../../fixtures/shoot-plan.ts";

const journalName = ".lightwell.jsonl";

/** The committed sample shoot. */
export const shootFolder = fileURLToPath(new URL("../../fixtures/shoot", import.meta.url));

/** Paths of one planned set, in shooting order. */
export function shootSet(name: (typeof shootPlan)[number]["name"]): string[] {
  const set = shootPlan.find((planned) => planned.name === name);
  if (!set) throw new Error(`no set ${name} in the sample shoot`);
  return set.files.map((file) => join(shootFolder, file));
}

/** Every file of the sample shoot. */
export const shootFiles: readonly string[] = shootPlan.flatMap(({ files }) =>
  files.map((file) => join(shootFolder, file)),
);

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The pictures and reports in an output folder, without the journal of what they were made of. */
export function resultsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name !== journalName)
    .sort();
}

/** Hash of every file directly in a folder, by name. */
export function hashFolder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== journalName,
  );
  return Object.fromEntries(files.map(({ name }) => [name, sha256(readFileSync(join(folder, name)))]));
}

/** A small valid JPEG; pictures of different `shade` differ. */
export function smallJpeg(shade = 128, width = 64, height = 48): Promise<Buffer> {
  const background = { r: shade, g: Math.round(shade * 0.9), b: Math.round(shade * 0.8) };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A small bracket: the kitchen's frames with a stored width of `widthPx`, metadata kept. */
export async function writeSmallBracket(folder: string, widthPx = 300): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  return Promise.all(
    shootSet("kitchen").map(async (file) => {
      const path = join(folder, basename(file));
      await sharp(file).resize(widthPx).keepMetadata().jpeg({ quality: 95 }).toFile(path);
      return path;
    }),
  );
}

/** The sample shoot in small: its JPEGs 300 pixels wide, metadata kept; RAWs and the TIFF as they are. */
export async function writeSmallShoot(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await writeSmallSphere(join(folder, basename(shootSet("kitchen-360")[0])));
  for (const file of shootFiles) {
    const path = join(folder, basename(file));
    if (existsSync(path)) continue;
    if (!file.endsWith(".JPG")) cpSync(file, path);
    else await sharp(file).resize(300).keepMetadata().jpeg({ quality: 95 }).toFile(path);
  }
}

/** Writes the sample shoot's sphere to `path` at two fifths of its size. */
export async function writeSmallSphere(path: string): Promise<string> {
  const [width, height] = [800, 400];
  await sharp(shootSet("kitchen-360")[0])
    .resize(width, height)
    .keepExif()
    .withXmp(panoramaXmp(width, height, 20))
    .jpeg({ quality: 95 })
    .toFile(path);
  return path;
}

/** Writes the frame to `path` as a flash frame, with flash metadata and slightly more light. */
export async function writeFlashed(frame: string, path: string): Promise<string> {
  await sharp(frame)
    .linear(1.2, 0)
    .withExifMerge({ IFD2: { Flash: "1" } })
    .jpeg()
    .toFile(path);
  return path;
}

/**
 * Options for tests that do not judge the look: without tone and its check, a small picture takes a fifth of the
 * processor time.
 */
export const plain = { toneStrength: 0, check: "off" } as const;

/** {@link plain} for the command line. */
export const plainFlags: readonly string[] = ["--tone-strength", "0", "--check", "off"];

/** A temporary folder, deleted by {@link TestFolder.remove}. */
export class TestFolder {
  readonly path = mkdtempSync(join(tmpdir(), "lw-test-"));
  #count = 0;

  /** An unused path in the folder. */
  fresh(name = "out"): string {
    return join(this.path, `${this.#count++}-${name}`);
  }

  /** A new copy of files, in a separate folder. */
  copyOf(files: readonly string[]): string {
    const folder = this.fresh("copy");
    for (const file of files) cpSync(file, join(folder, basename(file)));
    return folder;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/**
 * A separate temporary folder for this test file, so that spool files by engines of other test files are not confused
 * with its own. Engines and commands started here find it through TMPDIR.
 */
const ownTemporaryFolder = mkdtempSync(join(tmpdir(), "lightwell-tests-"));
process.env["TMPDIR"] = ownTemporaryFolder;
process.on("exit", () => rmSync(ownTemporaryFolder, { recursive: true, force: true }));

/** Spool folders in use or left behind by engines of this test file. */
export function spoolFolders(): string[] {
  return readdirSync(ownTemporaryFolder).filter((name) => /^lightwell-[0-9a-f]{8}-\d+-[A-Za-z0-9]{6}$/.test(name));
}
