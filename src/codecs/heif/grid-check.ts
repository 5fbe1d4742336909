import { sharpLibrary } from "../sharp/index.ts";
import { HeifItems } from "./items.ts";

/** libheif takes no file of more items. */
const maxTiles = 1000;

/**
 * Whether a tile of an AVIF's grid cannot be decoded alone: libheif leaves its place empty without an error. Each is
 * decoded once more for it, as the primary picture of a copy. False for pictures that are not made of tiles.
 */
export async function hasDamagedTile(bytes: Uint8Array): Promise<boolean> {
  const items = new HeifItems(bytes);
  const tiles = [...new Set(items.referredBy(items.primary, "dimg"))].slice(0, maxTiles);
  for (const tile of tiles) {
    const alone = items.withPrimary(bytes, tile);
    if (alone && (await isBroken(alone))) return true;
  }
  return false;
}

/** Whether the pixels cannot be decoded though the header can: some tiles may not stand alone by what the file says. */
async function isBroken(avif: Uint8Array): Promise<boolean> {
  const picture = sharpLibrary()(avif, { failOn: "warning", limitInputPixels: false });
  try {
    await picture.metadata();
  } catch {
    return false;
  }
  try {
    await picture.raw().toBuffer();
    return false;
  } catch {
    return true;
  }
}
