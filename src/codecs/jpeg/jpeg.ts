import { adobeRgbSpace } from "../color/index.ts";
import { readExifDisplay } from "../exif.ts";
import { cutOut } from "../metadata/index.ts";
import { createSharpCodec, type Inspection } from "../sharp/index.ts";
import { findJpegBlocks, saysColor } from "./blocks.ts";
import { decodeEighth } from "./eighth.ts";
import { countFurtherPictures } from "./multi-picture.ts";
import { isScanDamaged } from "./soundness.ts";

/** Looking at every coefficient takes 40 ms a megabyte. */
const shortBytes = 2 ** 20;

/** JPEG (ITU-T T.81), also as MPO and with a gain map: the first picture counts. */
export const jpegCodec = createSharpCodec({
  format: "jpeg",
  sharpName: "jpeg",
  usesExifOrientation: true,
  headersFirst: true,
  matches: (head) => head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff,
  decodeEighth,
  metadataBlocks: findJpegBlocks,
  hide: (bytes, blocks) =>
    cutOut(
      bytes,
      blocks.filter((block) => !saysColor(bytes, block)).map(({ span }) => span),
    ),
  // The native decoder of small copies, many times as fast, takes none but sound files. In short ones garbage may well
  // end where it should: there every coefficient is looked at, too.
  isDamaged: (bytes, _image, { jpegDc }) =>
    !(jpegDc && bytes.length > shortBytes && decodeEighth(bytes, jpegDc)) && isScanDamaged(bytes),
  inspect(bytes, { exif }): Inspection {
    const further = countFurtherPictures(bytes);
    const counted = `${further} further picture(s) of a multi-picture file (gain map, depth, second view)`;
    return {
      auxiliary: further > 0 ? counted : undefined,
      space: exif && readExifDisplay(exif).isAdobeRgb ? adobeRgbSpace() : undefined,
    };
  },
});
