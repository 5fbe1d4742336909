import { countFurtherPictures } from "./multi-picture.ts";
import { createSharpCodec } from "./sharp-decoder.ts";

/** JPEG (ITU-T T.81), also as MPO and with a gain map: the first picture counts. */
export const jpegCodec = createSharpCodec({
  format: "jpeg",
  sharpName: "jpeg",
  usesExifOrientation: true,
  matches: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  inspect(bytes, metadata) {
    const further = countFurtherPictures(bytes);
    if (further > 0)
      return { auxiliary: `${further} further picture(s) of a multi-picture file (gain map, depth, second view)` };
    return metadata.gainMap ? { auxiliary: "the gain map" } : {};
  },
});
