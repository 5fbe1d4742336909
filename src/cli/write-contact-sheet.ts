import { basename, dirname, resolve } from "node:path";
import type { Engine } from "../engine.ts";
import type { GroupOutcome } from "../pipeline/finding/index.ts";
import { renderContactSheet } from "./contact-sheet.ts";
import { linkTo } from "./html-page.ts";
import { readPageAssets } from "./page-assets.ts";
import { writeText } from "./text-output.ts";

/** What one picture may add to the page; one that has more is made again, smaller. */
const maxThumbnailBytes = 6 * 1024;
const sizes = [
  { thumbnailEdgePx: 176, thumbnailQuality: 62 },
  { thumbnailEdgePx: 144, thumbnailQuality: 40 },
  { thumbnailEdgePx: 112, thumbnailQuality: 25 },
];

/** Extensions of files that browsers show. */
const shownByBrowsers = /\.(jpe?g|png|webp|avif)$/i;

/** For files that browsers do not show: 40 kB each, and as many as keep the page under 20 MB. */
const larger = { thumbnailEdgePx: 512, thumbnailQuality: 70 };
const mostLarger = 500;

/** Writes the page of a grouping, with a small picture of every frame. Throws `io/write`, `io/exists`, `cancelled`. */
export async function writeContactSheet(
  path: string,
  outcome: GroupOutcome,
  engine: Engine,
  options: { readonly overwrite: boolean; readonly signal: AbortSignal },
): Promise<void> {
  const { groups, failed } = outcome;
  const files = groups.flatMap((set) => set.files);
  const [shown, others] = [true, false].map((is) => files.filter((file) => shownByBrowsers.test(file) === is));
  const page = renderContactSheet({
    title: titleOf(files),
    groups,
    failed: failed.map(({ file, error }) => ({ file, message: error.message })),
    thumbnails: await smallPictures(files, engine, options.signal),
    links: new Map(shown.map((file) => [file, linkTo(file, path)])),
    larger: await largerPictures(others.slice(0, mostLarger), engine, options.signal),
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

async function largerPictures(files: readonly string[], engine: Engine, signal: AbortSignal) {
  const made = await engine.thumbnailAll(files, { ...larger, signal });
  return new Map(made.flatMap((entry) => ("error" in entry ? [] : [[entry.path, entry.bytes] as const])));
}

/** The folder that most shoots lie in. */
export function titleOf(files: readonly string[]): string {
  const folders = new Set(files.map((file) => dirname(resolve(file))));
  const [only] = folders;
  return folders.size === 1 ? basename(only) : `${files.length} photographs`;
}
