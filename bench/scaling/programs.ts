import { join } from "node:path";
import { isInstalled, lightwell, type Run, time } from "../speed/peers.ts";

/** A program whose time and memory are measured over growing work. */
export interface Program {
  readonly name: string;
  /** Whether it runs here. */
  isPresent(): boolean;
  /** Bytes of memory for each pixel of all frames together, measured; work that does not fit is skipped. */
  readonly bytesPerPixel: number;
  /** Runs on brackets, each a list of files; results go into `folder`. */
  run(brackets: readonly (readonly string[])[], folder: string, workers: number): Run;
}

/** OpenCV's Mertens fusion from files to a file: `python3 -c CODE OUTPUT FRAME…`. */
const opencv = `import sys, cv2
frames = [cv2.cvtColor(cv2.imread(path), cv2.COLOR_BGR2RGB) for path in sys.argv[2:]]
fused = cv2.createMergeMertens(1, 1, 1).process(frames)
cv2.imwrite(sys.argv[1], cv2.cvtColor(cv2.convertScaleAbs(fused, alpha=255), cv2.COLOR_RGB2BGR))`;

const python = process.env["PYTHON"] ?? "/usr/bin/python3";

/** One process for all brackets. */
function batch(command: string, brackets: readonly (readonly string[])[], folder: string, workers: number): Run {
  const flags = ["--output-dir", folder, "--overwrite", "--quiet", "--workers", String(workers)];
  return time([process.execPath, lightwell, command, ...brackets.flat(), ...flags]);
}

/** A process for each bracket. */
function oneByOne(
  brackets: readonly (readonly string[])[],
  folder: string,
  command: (frames: readonly string[], output: string) => [string, ...string[]],
): Run {
  const runs = brackets.map((frames, i) => time(command(frames, join(folder, `${i}.jpg`))));
  return {
    seconds: runs.reduce((sum, { seconds }) => sum + seconds, 0),
    peakMb: Math.max(...runs.map(({ peakMb }) => peakMb)),
  };
}

export const programs: readonly Program[] = [
  {
    name: "lightwell enhance",
    isPresent: () => true,
    bytesPerPixel: 8,
    run: (brackets, folder, workers) => batch("enhance", brackets, folder, workers),
  },
  {
    name: "enfuse",
    isPresent: () => isInstalled("enfuse"),
    bytesPerPixel: 12,
    run: (brackets, folder) =>
      oneByOne(brackets, folder, (frames, output) => ["enfuse", "--compression=95", "-o", output, ...frames]),
  },
  {
    name: "OpenCV Mertens",
    isPresent: () => isInstalled(python) && hasOpenCv(),
    bytesPerPixel: 40,
    run: (brackets, folder) =>
      oneByOne(brackets, folder, (frames, output) => [python, "-c", opencv, output, ...frames]),
  },
];

function hasOpenCv(): boolean {
  try {
    time([python, "-c", "import cv2"]);
    return true;
  } catch {
    return false;
  }
}
