import { codecs } from "../codecs/index.ts";
import { mapConcurrently } from "../pipeline/concurrency.ts";
import { readHead } from "../pipeline/disk/index.ts";

/**
 * Names of photographs: such a file is kept regardless of its bytes, so that a broken one is reported and not lost.
 */
const photoNames =
  /\.(jpe?g|png|webp|tiff?|avif|hei[cf]|hif|jxl|dng|cr[23w]|raf|3fr|fff|rwl|nef|nrw|orf|rw2|pef|x3f|arw|srf|sr2|gpr|kdc|dcr|mrw|erf|mef|mos|iiq)$/i;

/**
 * Files in folders that are not photographs by name or bytes (notes, sidecars, catalogues) are skipped; files named one
 * by one are kept, so that a wrong one is reported.
 */
export async function listImages(listed: {
  readonly files: readonly string[];
  readonly fromFolder: ReadonlySet<string>;
}): Promise<string[]> {
  const { files, fromFolder } = listed;
  const keep = await mapConcurrently(files, 8, async (file) => {
    if (!fromFolder.has(file) || photoNames.test(file)) return true;
    const head = await readHead(file, 4096);
    return codecs.some((codec) => codec.matches(head));
  });
  return files.filter((_, i) => keep[i]);
}
