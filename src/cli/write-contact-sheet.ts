import { basename, dirname, resolve } from "node:path";
import type { Engine } from "../engine.ts";
import type { GroupOutcome } from "../pipeline/finding/index.ts";
import { renderContactSheet } from "./contact-sheet.ts";
import { readPageAssets } from "./page-assets.ts";
import { writeText } from "./text-output.ts";

/** What one picture may add to the page; one that has more is made again, smaller. */
const maxThumbnailBytes = 6 * 1024;
const sizes = [
  { thumbnailEdgePx: 176, thumbnailQuality: 62 },
  { thumbnailEdgePx: 144, thumbnailQuality: 40 },
  { thumbnailEdgePx: 112, thumbnailQuality: 25 },
];

/** Writes the page of a grouping, with a small picture of every frame. Throws `io/write`, `io/exists`, `cancelled`. */
export async function writeContactSheet(
  path: string,
  outcome: GroupOutcome,
  engine: Engine,
  options: { readonly overwrite: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { groups, failed } = outcome;
  const files = groups.flatMap((set) => set.files);
  const page = renderContactSheet({
    title: titleOf(files),
    groups,
    failed: failed.map(({ file, error }) => ({ file, message: error.message })),
    thumbnails: await smallPictures(files, engine, options.signal),
    ...(await readPageAssets("contact-sheet")),
  });
  await writeText(path, page, options.overwrite);
}

async function smallPictures(
  files: readonly string[],
  engine: Engine,
  signal: AbortSignal,
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  let wanted = files;
  for (const size of sizes) {
    const made = await engine.thumbnailAll(wanted, { ...size, signal });
    const large: string[] = [];
    for (const entry of made) {
      if ("error" in entry) continue;
      if (entry.bytes.length <= maxThumbnailBytes) pictures.set(entry.path, entry.bytes);
      else large.push(entry.path);
    }
    wanted = large;
  }
  return pictures;
}

/** The folder that most shoots lie in. */
export function titleOf(files: readonly string[]): string {
  const folders = new Set(files.map((file) => dirname(resolve(file))));
  const [only] = folders;
  return folders.size === 1 ? basename(only) : `${files.length} photographs`;
}
