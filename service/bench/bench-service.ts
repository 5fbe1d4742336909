import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTestDatabase } from "../test/support/test-database.ts";
import { buildService, prepareAccount, type ServiceProcess, startProcess } from "./service-process.ts";

/** A service to measure, on a folder of its own, without the limits that clients have. */
export interface BenchService {
  readonly address: string;
  readonly key: string;
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly process: ServiceProcess;
  close(): Promise<void>;
}

/** `server`: address of a PostgreSQL; absent: the one that the tests use, or the embedded database. */
export async function startBenchService(flags: readonly string[] = [], server?: string): Promise<BenchService> {
  buildService();
  const dataDir = await mkdtemp(join(tmpdir(), "lightwell-bench-"));
  const place = await makeTestDatabase(join(dataDir, "database"), server);
  const key = await prepareAccount(place, dataDir, null);
  const process = startProcess([
    ...["--data-dir", dataDir, "--port", "0", "--log-level", "fatal", "--stop-seconds", "1"],
    ...["--daily-enhancements", "1000000", "--requests-per-second", "1000000", "--same-name-per-hour", "1000000"],
    ...(place.databaseUrl === undefined ? [] : ["--database-url", place.databaseUrl]),
    ...flags,
  ]);
  return {
    address: await process.listening,
    key,
    databaseUrl: place.databaseUrl,
    process,
    async close() {
      process.signal("SIGTERM");
      await process.ended;
      await place.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Prints a figure against its bar, and has the command fail where it is missed. */
export function judge(what: string, figure: number, most: number, unit: string): void {
  const holds = figure <= most;
  console.log(`${holds ? "HOLDS " : "MISSED"} ${what}: ${figure.toFixed(1)} ${unit} (bar ${most} ${unit})`);
  if (!holds) process.exitCode = 1;
}

/** The value that the given share of `values` does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
