/** A line of `npm run bench -- --list`. */
export interface BenchEntry {
  /** Path relative to this folder, TypeScript or Python; the module reads its options from the command line. */
  readonly module: string;
  readonly measures: string;
  /** Approximate duration with its default options, on two idle cores. */
  readonly takes: string;
  /** Requirements other than `npm ci`; the bench skips parts whose requirements are missing. */
  readonly needs?: string;
  /** Options of a bench that does not answer `--help` itself. */
  readonly options?: string;
}

const photographs = "photographs in ../shared/fixtures";

/** All benches, by the name for `npm run bench -- NAME`. */
export const benches: Readonly<Record<string, BenchEntry>> = {
  speed: {
    module: "speed/run.ts",
    measures:
      "time of every stage and of whole calls; --peers: time and memory of whole commands next to other programs",
    takes: "3 minutes; --peers 10",
    needs: "--peers: enfuse, dcraw_emu, darktable-cli, rawtherapee-cli",
  },
  scaling: {
    module: "scaling/run.ts",
    measures: "time and memory of whole commands over 1 to 9 frames, 6 to 102 megapixels and 1 to 200 sets",
    takes: "20 minutes",
    needs: "24 GB of memory for all rows; enfuse, python3 with OpenCV",
  },
  memory: {
    module: "memory/run.ts",
    measures: "peak memory under a budget, and what an idle process keeps",
    takes: "15 minutes",
  },
  shoot: {
    module: "shoot/run.ts",
    measures: "time and memory of grouping 500 files of 24 megapixels, with and without a cache",
    takes: "10 minutes, 6 GB of disk",
  },
  group: {
    module: "group/run.ts",
    measures: "how well sets are found in simulated shoots",
    takes: "an hour or more; --shoots 20: 2 minutes",
  },
  align: {
    module: "align/run.ts",
    measures: "error of alignment for known shifts and turns",
    takes: "20 minutes; --smoke: a minute",
    needs: photographs,
    options: "[--smoke] [--cases N] [--first SEED] [--width PX]",
  },
  deghost: {
    module: "deghost/run.ts",
    measures: "how moving things are shown, with known truth",
    takes: "10 minutes",
    options:
      "[--cases 10] [--first SEED] [--width 900] [--kind people,clouds] [--method natural] [--verbose] [--smoke]",
  },
  fusion: {
    module: "fusion/run.ts",
    measures: "how fused pictures look: rendered rooms with known looks, real brackets by MEF-SSIM",
    takes: "10 minutes; --smoke: 2",
    needs: `${photographs}; --peers: enfuse, python3 with OpenCV`,
  },
  brackets: {
    module: "brackets/run.ts",
    measures:
      "real brackets against plain fusions; --simulate: brackets of simulated cameras; --faults: what the check finds",
    takes: "10 minutes; --faults 500: 15; --simulate 2000: hours",
    needs: `${photographs}, enfuse, python3 with OpenCV`,
  },
  raw: {
    module: "raw/run.ts",
    measures: "developed RAW against rendered scenes and the cameras' own pictures, next to LibRaw",
    takes: "2 minutes",
    needs: photographs,
    options: "none",
  },
  lenses: {
    module: "lenses/run.ts",
    measures: "whether lenses are found by other spellings; --fringes: how well colour fringes are measured",
    takes: "10 seconds; --fringes 60: 10 minutes",
  },
  perspective: {
    module: "perspective/run.ts",
    measures: "how often leaning scenes are straightened, and others left alone",
    takes: "20 minutes; --seeds 5: a minute",
    needs: "--photos: a folder of photographs",
  },
  scene: {
    module: "scene/run.ts",
    measures: "the scene map against labelled pictures",
    takes: "some minutes",
    needs: `${photographs}, or --renderings`,
  },
  "scene-render": {
    module: "scene/training/render.ts",
    measures: "renders labelled scenes, which the scene model learns from",
    takes: "an hour for 1,000 scenes",
    needs: "Blender 3.4 and python3 with NumPy and OpenCV",
  },
  "scene-train": {
    module: "scene/training/train.py",
    measures: "trains the scene model on rendered scenes",
    takes: "an hour",
    needs: "python3 with PyTorch and OpenCV",
  },
  "scene-export": {
    module: "scene/training/export.py",
    measures: "writes a trained scene model to a file that the engine reads",
    takes: "a minute",
    needs: "python3 with PyTorch",
  },
  look: {
    module: "look/run.ts",
    measures: "how close a learned look is to a professional's pictures",
    takes: "half a minute",
    needs: photographs,
    options: "none",
  },
  harm: {
    module: "look/harm.ts",
    measures: "whether toning does harm: noise, banding, hues, halos, a second toning",
    takes: "2 minutes",
    needs: photographs,
    options: "none",
  },
  house: {
    module: "house/run.ts",
    measures: "whether the rooms of one house get one look",
    takes: "20 minutes; --rooms 12: 6",
  },
  flash: {
    module: "flash/run.ts",
    measures: "paint, hot spots, shadows and windows of rendered rooms with a moving flash, by every mode of --flash",
    takes: "5 minutes; --rooms 2: 1",
  },
  "look-page": {
    module: "look-page/run.ts",
    measures: "writes a page of before, ours, the professional's and peers' pictures to look at",
    takes: "some minutes",
    needs: photographs,
  },
  metadata: {
    module: "metadata/run.ts",
    measures: "whether our own metadata writer writes what ExifTool writes",
    takes: "2 minutes",
    needs: "perl",
    options: "[--count 1000] [--from 1] [--read FOLDER]",
  },
  places: {
    module: "places/run.ts",
    measures: "whether a location survives in any result",
    takes: "3 minutes",
    needs: "perl",
    options: "none",
  },
  damage: {
    module: "damage/run.ts",
    measures: "what the decoder says of damaged files",
    takes: "30 minutes; --only WORDS: less",
    needs: photographs,
    options: "[--cuts 50] [--seeds 5] [--only WORDS] [--without WORDS] [--list] [--also FOLDER]",
  },
  kills: {
    module: "kills/run.ts",
    measures: "whether batches survive being killed at any moment",
    takes: "20 minutes",
    options: "[--kills 300] [--seed 1]",
  },
};
