import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { sidecarFinder } from "./path-rules.ts";
import type { InputFile } from "./source.ts";

/** Larger ones are not read: what people write is a thousandth of this. */
const mostBytes = 4 * 2 ** 20;

/** Next to files of these types, `IMG_1.xmp` belongs to the RAW of the same name. */
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
    (found) => found.isFile() && found.size <= mostBytes,
    () => false,
  );
}
