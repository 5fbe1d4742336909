import { adobeRgbSpace, type DeclaredSpace } from "../color/index.ts";
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
  inspect(bytes, { exif }, fileName): Inspection {
    const further = countFurtherPictures(bytes);
    const counted = `${further} further picture(s) of a multi-picture file (gain map, depth, second view)`;
    return {
      auxiliary: further > 0 ? counted : undefined,
      space: exif && adobeRgbOf(exif, fileName),
    };
  },
});

/** What a camera declares without a profile; `undefined` where it declares nothing or sRGB. */
function adobeRgbOf(exif: Uint8Array, fileName: string | undefined): DeclaredSpace | undefined {
  const { isAdobeRgb, isUncalibrated } = readExifDisplay(exif);
  if (isAdobeRgb) return adobeRgbSpace("its EXIF says so");
  if (isUncalibrated && fileName?.startsWith("_"))
    return adobeRgbSpace("its name begins with _, and its EXIF has no other colour space");
  return undefined;
}
