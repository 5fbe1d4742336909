import { wrapError } from "../errors/index.ts";
import { sharpLibrary } from "./sharp/index.ts";

/** Mean of the grey samples of a small JPEG, 0 (black) to 255 (white). Throws `input/corrupt`. */
export async function meanBrightness(jpeg: Uint8Array): Promise<number> {
  try {
    const grey = await sharpLibrary()(jpeg).greyscale().raw().toBuffer();
    return grey.reduce((sum, sample) => sum + sample, 0) / Math.max(1, grey.length);
  } catch (error) {
    throw wrapError(error, "input/corrupt", "decode jpeg");
  }
}
