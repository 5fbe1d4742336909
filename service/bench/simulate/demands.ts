import { readFileSync, writeFileSync } from "node:fs";

/** What one image costs, measured by `npm run -w service bench -- simulate --measure`. */
export interface Demands {
  /** Day and machine of the measurement. */
  readonly measured: string;
  readonly machine: string;
  /** Frames of each image that was measured. */
  readonly frames: number;
  /** Processor seconds of the engine for one image of 24 megapixel frames. */
  readonly engineCpuSeconds: number;
  /** Processor seconds of the API and the job side of the service for one image, without the engine. */
  readonly serviceCpuSeconds: number;
  /** Processor seconds of PostgreSQL for one image, from the registration to the delivered result. */
  readonly databaseCpuSeconds: number;
  /** Transactions. */
  readonly commits: number;
  /** Bytes of write-ahead log, without the whole pages that follow a checkpoint. */
  readonly walBytes: number;
  /** Bytes by which the database grew, indexes included, after a `vacuum full`. */
  readonly rowBytes: number;
}

const file = new URL("../results/demands.json", import.meta.url);

export function readDemands(): Demands {
  return JSON.parse(readFileSync(file, "utf8")) as Demands;
}

export function saveDemands(demands: Demands): void {
  writeFileSync(file, `${JSON.stringify(demands, null, 2)}\n`);
}
