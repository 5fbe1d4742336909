import { sharpLibrary } from "../sharp/index.ts";
import { HeifItems } from "./items.ts";

/** libheif takes no file of more items. */
const maxTiles = 1000;

/**
 * Whether a tile of an AVIF's grid cannot be decoded by itself: libheif leaves its place empty without a word. Each is
 * decoded once more for it, as the primary picture of a copy. False for pictures that are not made of tiles.
 */
export async function hasDamagedTile(bytes: Uint8Array): Promise<boolean> {
  const items = new HeifItems(bytes);
  const tiles = [...new Set(items.referredBy(items.primary, "dimg"))].slice(0, maxTiles);
  for (const tile of tiles) {
    const alone = items.withPrimary(bytes, tile);
    if (alone && !(await isDecodable(alone))) return true;
  }
  return false;
}

async function isDecodable(avif: Uint8Array): Promise<boolean> {
  try {
    await sharpLibrary()(avif, { failOn: "warning", limitInputPixels: false }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
