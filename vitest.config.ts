import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { constantImports } from "./test/support/constant-imports.ts";
import { engineFlags } from "./test/support/engine-flags.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

/** Files that take as long as all others of `unit` together. */
const slow = "wasm|mutated-arguments|formats|frame-noise|demosaic-xtrans";
/** What needs neither the built package nor threads: the tests to run after every change. */
const unit = [
  `test/{docs,fuzz,image,kernels,ops,options}/**/!(${slow}).test.ts`,
  "test/pipeline/*.test.ts",
  "test/stages/{encode,lens,metadata,rectify}/**/*.test.ts",
  "test/architecture.test.ts",
];
const engine = ["test/**/*.test.ts"];
const service = ["service/test/**/*.test.ts"];
/**
 * Files that do not depend on the run's database: they open none, the embedded one, or one of each kind, or judge pages
 * in a browser and clients of another language, whose requests other files make of both kinds.
 */
const anyDatabase = [
  "service/test/{accounts,config,docs,domain,engine,generated-clients}/**/*.test.ts",
  "service/test/bench/{fault-proxy,simulate}.test.ts",
  "service/test/database/{folder-lock,pglite-session,pglite-statements,transient}.test.ts",
  "service/test/http/{client-values,connections,error-sentences,html,pressure}.test.ts",
  "service/test/http/downloads/{byte-range,conditions,file-name-header}.test.ts",
  "service/test/queue/{job-worker,memory-gate}.test.ts",
  "service/test/storage/{file-cache,image-format,old-work,s3-refusal,storage-contract}.test.ts",
  "service/test/web/**/*-in-chromium.test.ts",
  "service/test/web/orders/zip-entries.test.ts",
  "service/test/webhooks/webhook-address.test.ts",
  "service/test/clients.test.ts",
  "service/test/backup.test.ts",
];
/** The service's tests for a server (`service/test/on-postgres.ts`). */
const isOnServer = process.env["LIGHTWELL_TEST_DATABASE_URL"] !== undefined;
/**
 * Files that mock modules, or look at what belongs to a whole process: its threads, its temporary folder, programs it
 * starts.
 */
const processes = [
  "test/{exiftool,robustness,workers}/**/*.test.ts",
  "test/engine/{conventions,kernels-fallback,leases,limits}.test.ts",
  "test/pipeline/{content-keys,ladder,source,spare-buffer}.test.ts",
  "service/test/{kills,roles}.test.ts",
];
/** Worker threads and the command line run the built package. */
const build = "test/support/build.ts";
const cpus = availableParallelism();

interface Part {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** Done once before the part. */
  readonly setup: readonly string[];
  /** Done in each process. */
  readonly processSetup?: readonly string[];
  /**
   * Whether every file has a process of its own. What it loads takes half a second, a service's two, that others need
   * not.
   */
  readonly isolate: boolean;
  readonly maxWorkers: number;
  /** Parts of one turn follow each other without a wait for the last file of the first. */
  readonly turn: number;
}

const parts: Readonly<Record<string, Part>> = {
  processes: { include: processes, setup: [build], isolate: true, maxWorkers: cpus, turn: 1 },
  // They wait for jobs and for the disk.
  service: {
    include: service,
    exclude: isOnServer ? [...processes, ...anyDatabase] : processes,
    setup: [build, "service/test/support/set-up.ts"],
    processSetup: ["service/test/support/compiled-pglite.ts"],
    isolate: false,
    maxWorkers: cpus + 1,
    turn: 0,
  },
  unit: { include: unit, exclude: processes, setup: [], isolate: false, maxWorkers: cpus, turn: 1 },
  engine: {
    include: engine,
    exclude: [...processes, ...unit],
    setup: [build],
    isolate: false,
    maxWorkers: cpus,
    turn: 1,
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./test/support/opening-reporter.ts", "./test/support/slowest-reporter.ts"],
    projects: Object.entries(parts).map(([name, part]) => ({
      plugins: [constantImports()],
      test: {
        name,
        include: [...part.include],
        exclude: ["**/node_modules/**", ...(part.exclude ?? [])],
        globalSetup: [...part.setup],
        setupFiles: ["test/support/equal-bytes.ts", ...(part.processSetup ?? [])],
        // Several times what they take with two cores to themselves.
        testTimeout: 120_000,
        hookTimeout: 180_000,
        pool: "forks" as const,
        execArgv: [...engineFlags],
        isolate: part.isolate,
        maxWorkers: part.maxWorkers,
        sequence: { groupOrder: part.turn },
      },
    })),
  },
});
