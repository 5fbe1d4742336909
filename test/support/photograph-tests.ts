/** Evidence for a behaviour if the photographs of a test are missing. */
export interface Evidence {
  /** A test that always runs and checks the same behaviour on rendered or written files: `file: title`. */
  readonly twin?: string;
  /** Path prefixes of photographs that `npm run fixtures:fetch` downloads for the test. */
  readonly photographs?: readonly string[];
}

/** All tests that are skipped without photographs, by `file: title`, with their evidence. */
export const photographTests: Readonly<Record<string, Evidence>> = {
  "test/bench/brackets/folds.test.ts: cover the brackets next to the checkout, and no more (skipped without them)": {
    twin: "test/bench/brackets/folds.test.ts: hold every set once",
  },
  "test/bench/brackets/folds.test.ts: have no camera in two of them (skipped without the brackets)": {
    twin: "test/bench/brackets/folds.test.ts: hold every set once",
  },
  "test/bench/mef-ssim.test.ts: agrees with another implementation on the real bracket %s": {
    twin: "test/bench/mef-ssim.test.ts: agrees with another implementation on a rendered bracket",
  },
  "test/codecs/damage.test.ts: %s": { photographs: ["raw/", "heif/", "standard/"] },
  "test/codecs/fixtures.test.ts: real and hostile files": { photographs: ["standard/", "heif/", "hostile/"] },
  "test/codecs/heif/av1-range.test.ts: makes the same picture of real files of both ranges, also of grey ones": {
    twin: "test/codecs/heif/av1-range.test.ts: of full range is taken as it is, declared or not",
    photographs: ["heif/avif/"],
  },
  "test/codecs/heif/heif.test.ts: a phone's picture is turned once, in sRGB, its gain map reported": {
    photographs: ["heif/camera/"],
  },
  "test/codecs/heif/heif.test.ts: a small copy is made of the picture where the embedded one is broken": {
    photographs: ["heif/pillow_heif_other/cat.hif"],
  },
  "test/codecs/heif/heif.test.ts: an HDR picture is mapped to standard range and said": {
    photographs: ["heif/libavif/"],
  },
  "test/codecs/heif/variants.test.ts: a gain map of an AVIF is reported": { photographs: ["heif/libavif/"] },
  "test/codecs/heif/variants.test.ts: also from a real camera": {
    twin: "test/codecs/heif/variants.test.ts: decode with their depth",
    photographs: ["heif/pillow_heif_other/cat.hif"],
  },
  "test/codecs/known-formats.test.ts: a real PPM is refused as known, not supported": {
    twin: "test/codecs/known-formats.test.ts: a %s is refused as known, not supported",
  },
  "test/codecs/raw/ciff-daylight.test.ts: of a real file is the maker's": {
    twin: "test/codecs/raw/ciff-daylight.test.ts: is that of the file, in a whole file and in one read by parts",
    photographs: ["raw/crw/"],
  },
  "test/codecs/raw/exif-size.test.ts: the size of a RAW's picture": {
    twin: "test/codecs/raw/exif-size.test.ts: has the size that EXIF states",
    photographs: ["raw/"],
  },
  "test/codecs/raw/exif-size.test.ts: of an EOS 30D, whose borders are odd, has the first row, and probing says the same":
    {
      twin: "test/codecs/raw/exif-size.test.ts: begins a row and a column earlier where LibRaw left them out",
    },
  "test/codecs/raw/fallback.test.ts: also a real one that lost them, if its rendering is in the file": {
    twin: "test/codecs/raw/fallback.test.ts: is shown by its preview, upright, and says so",
    photographs: ["raw/partial/Canon-R6-pruned.CR3"],
  },
  "test/codecs/raw/headers-first.test.ts: real files of formats that allow it give the same facts from their first 64 KB":
    {
      twin: "test/codecs/raw/headers-first.test.ts: a JPEG's beginning gives the same facts as the whole file, wherever it is cut, or is refused",
      photographs: ["standard/", "metadata/", "hostile/", "pano360/"],
    },
  "test/codecs/raw/lossless-frame.test.ts: the frames of real cameras": {
    twin: "test/codecs/raw/lossless-frame.test.ts: the frame of lossless JPEGs",
  },
  "test/codecs/raw/raw.test.ts: cuts the frame to what the camera delivers": { photographs: ["raw/crw/"] },
  "test/codecs/raw/raw.test.ts: gives a picture or one typed error for every real RAW file": {
    twin: "test/codecs/raw/raw.test.ts: survives flipped bytes anywhere",
    photographs: ["raw/", "hostile/raw/"],
  },
  "test/codecs/raw/raw.test.ts: reads every whole camera file from its sensor data": {
    twin: "test/docs/formats.test.ts: describes our own file correctly: %s",
    photographs: ["raw/crw/", "raw/dng/", "raw/kdc/"],
  },
  "test/codecs/raw/truncation.test.ts: is never developed as if it were whole: %s": {
    photographs: ["raw/crw/", "raw/dng/"],
  },
  "test/codecs/sharp/decoder.test.ts: of a JPEG with a gain map the standard picture is taken and the map reported": {
    photographs: ["standard/libavif/"],
  },
  "test/codecs/standard-variants.test.ts: from elsewhere, %s, decodes with its %i bits": {
    twin: "test/codecs/standard-variants.test.ts: with %s of %i bits gives back every sample",
    photographs: ["standard/"],
  },
  "test/codecs/standard-variants.test.ts: of CMYK or YCCK, %s, shows what littleCMS makes of it": {
    twin: "test/codecs/standard-variants.test.ts: of CMYK without a profile keeps its colours apart",
    photographs: ["standard/"],
  },
  "test/docs/formats.test.ts: describes %s correctly": {
    twin: "test/docs/formats.test.ts: describes our own file correctly: %s",
    photographs: ["raw/", "standard/", "heif/"],
  },
  "test/engine/shoot-cases.test.ts: frames cropped by a few pixels are aligned and merged": {
    twin: "test/pipeline/fit-frames.test.ts: are cropped to their common size, transparent pixels too",
  },
  "test/engine/shoot-cases.test.ts: frames that stand differently make pictures of one orientation": {
    twin: "test/pipeline/fit-frames.test.ts: are turned as the set says",
  },
  'test/engine/shoot-cases.test.ts: makes sets of ${sizes.join(", ")}': {
    twin: "test/stages/group/long-brackets.test.ts: of %i frames are one set each",
  },
  "test/engine/shoot-cases.test.ts: spheres that rotated between the frames are aligned, and no frame is blamed": {
    twin: "test/stages/align/sphere/align-spheres.test.ts: alignSpheres",
  },
  "test/engine/shoot-cases.test.ts: transparent borders show nothing, and nothing is flattened on white": {
    twin: "test/pipeline/fit-frames.test.ts: show what another frame shows there, in the frame's own tones",
  },
  "test/engine/summarize.test.ts: real views with flash frames are grouped alike by their summaries": {
    twin: "test/engine/summarize.test.ts: group as the files do, alone and among files",
  },
  "test/exiftool/exiftool.test.ts: are all described or refused with a typed error, hostile ones too": {
    photographs: ["metadata/", "raw/partial/", "hostile/"],
  },
  "test/exiftool/exiftool.test.ts: show a Canon bracket whose bias dial says nothing": {
    twin: "test/stages/metadata/series.test.ts: says: %s",
  },
  "test/exiftool/exiftool.test.ts: show a Nikon bracket in DNG files": {
    twin: "test/stages/metadata/series.test.ts: says: %s",
  },
  "test/exiftool/exiftool.test.ts: show that %s has a location": { photographs: ["metadata/gps/"] },
  "test/exiftool/rewrite.test.ts: leave none in their results, and keep caption and time": {
    twin: "test/exiftool/rewrite.test.ts: has no tag of any location",
    photographs: ["metadata/gps/", "metadata/iptc_std/", "metadata/bep/"],
  },
  "test/pipeline/ladder.test.ts: real brackets": { photographs: ["brackets/lighthouse/"] },
  "test/plain-metadata/canon-notes.test.ts: photographs of cameras": {
    twin: "test/plain-metadata/canon-notes.test.ts: the notes of a Canon EOS %s give what ExifTool reads in them",
    photographs: ["brackets/", "metadata/", "pano360/"],
  },
  "test/robustness/planted-places.test.ts: is in no result of nine makers, whose notes have it": {
    photographs: ["metadata/exiftool/"],
  },
  "test/robustness/real-files.test.ts: every real and hostile file": {
    photographs: ["raw/", "heif/", "standard/", "pano360/", "hostile/", "metadata/"],
  },
  "test/robustness/real-files.test.ts: real brackets": {
    twin: "test/stages/group/simulated-shoots.test.ts: finds the true sets of 60 small shoots, with few thumbnails and hardly a false merge",
  },
  "test/stages/align/real-brackets.test.ts: align, on real brackets": {
    twin: "test/stages/align/align.test.ts: does not move a bracket from a tripod",
  },
  "test/stages/decode/gain-tables.test.ts: of Adobe's own sample brighten its even grey as they say": {
    twin: "test/stages/decode/gain-tables.test.ts: of the second kind go before those of the first",
  },
  "test/stages/decode/previews.test.ts: %s is within a mean ΔE00 of %d as delivered": {
    photographs: ["raw/crw/", "raw/dng/"],
  },
  "test/stages/detect360/detect360.test.ts: %s in 600 × 400, cut to 2:1, is none": {
    twin: "test/stages/detect360/detect360.test.ts: refuses a perspective view of 2:1 (world %i)",
    photographs: ["metadata/lens/"],
  },
  "test/stages/detect360/detect360.test.ts: %s squeezed to 2:1 is none": {
    twin: "test/stages/detect360/detect360.test.ts: refuses a perspective view of 2:1 (world %i)",
    photographs: ["metadata/lens/"],
  },
  "test/stages/detect360/detect360.test.ts: %s: %s by its %s": {
    twin: "test/stages/detect360/detect360.test.ts: finds a sphere, wherever it is cut (world %i)",
    photographs: ["pano360/"],
  },
  "test/stages/group/real-brackets.test.ts: group on real brackets": {
    twin: "test/stages/group/simulated-shoots.test.ts: finds the true sets of 60 small shoots, with few thumbnails and hardly a false merge",
  },
  "test/stages/group/real-flash.test.ts: a real kitchen has one set a view, with all its flash frames": {
    twin: "test/stages/group/group.test.ts: keeps the flash frames of a view in its set, but out of its bracket",
  },
  "test/stages/group/real-flash.test.ts: the wall of a real kitchen has one colour in all views": {
    twin: "test/stages/flash/flash.test.ts: flash",
  },
  "test/stages/metadata/series.test.ts: hints of real files": { twin: "test/stages/metadata/series.test.ts: says: %s" },
  "test/stages/relate/exposures.test.ts: true EXIF is trusted, and without it each step is found to 15 % through the camera's curve: $name":
    {
      twin: "test/stages/relate/exposures.test.ts: are measured to a tenth of a stop without EXIF: $room, $evs",
      photographs: ["brackets/lighthouse/"],
    },
  "test/stages/relate/measured-responses.test.ts: relate, through sixty measured responses": {
    twin: "test/stages/relate/exposures.test.ts: are measured through a curve that no camera has to 20 %",
  },
  "test/stages/scene/content/room/evidence.test.ts: distinguishes interiors from exteriors among photographs of properties":
    { twin: "test/stages/scene/content/room/evidence.test.ts: is found in a room and not in a garden" },
  "test/stages/tone/photographs.test.ts: tone on photographs": {
    twin: "test/stages/tone/rooms.test.ts: brings rooms of every exposure to one level and leaves black and white apart",
  },
  "test/stages/tone/spheres.test.ts: real: %s": {
    twin: "test/stages/tone/spheres.test.ts: painted: a landscape of 8 and of 16 bits",
    photographs: ["pano360/no_gpano/"],
  },
};

/** Conditions that skip tests without a program or on another system, with what they need. */
export const systemConditions: Readonly<Record<string, string>> = {
  "!executablePath": "chromium in the PATH",
  "!existsSync(addon)": "the native kernels",
  "!hasNative": "the native kernels",
  "!hasAddon": "the native kernels",
  hasFilePages: "the native kernels on Linux",
  "!group": "a cgroup that the tests may change",
  "!hasOpenssl": "openssl",
  "!hasRsync": "rsync",
  "!isHere": "Debian's Swift packages",
  "!isSwiftInstalled()": "Debian's Swift packages",
  '!isInstalled("fish")': "fish",
  "!isInstalled(shell)": "bash, zsh and fish",
  "!isLinux": "Linux",
  isWindows: "another system than Windows",
  isOnServer: "a run with the embedded database",
  "programs === undefined": "Debian's package postgresql",
  "programs === undefined || !isSwiftInstalled()": "Debian's packages postgresql and Swift",
  'programs === undefined || process.platform !== "linux"': "Debian's package postgresql",
  'process.platform !== "linux"': "Linux",
  'process.platform === "linux"': "Linux",
  'process.platform === "win32"': "another system than Windows",
};
