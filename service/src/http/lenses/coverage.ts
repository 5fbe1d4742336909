import { type CameraCoverage, createEngine, type LensCoverage } from "lightwell";

/** What the engine's lens database covers. */
export interface Coverage {
  readonly lenses: readonly LensCoverage[];
  readonly cameras: readonly CameraCoverage[];
}

let read: Promise<Coverage> | undefined;

/** Read once: it is part of the engine's package and does not change while the service runs. */
export function readCoverage(): Promise<Coverage> {
  read ??= readDatabase();
  return read;
}

async function readDatabase(): Promise<Coverage> {
  const engine = createEngine({ workers: 1 });
  try {
    const [lenses, cameras] = [await engine.lenses(), await engine.cameras()];
    return { lenses, cameras };
  } finally {
    await engine.close();
  }
}
