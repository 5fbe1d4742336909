import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { buildService, isRunning } from "../bench/service-process.ts";
import { makeTestDatabase, type TestDatabase } from "./support/test-database.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "service", "bin", "lightwell-service.js");
const isLinux = process.platform === "linux";

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  out(): string;
  errors(): string;
  /** Its address, and the key of the account that it made. */
  listens(): Promise<{ readonly address: string; readonly key: string }>;
}

let dataDir: string;
let place: TestDatabase;
const runs: Run[] = [];
const sockets: Socket[] = [];

beforeEach(async () => {
  buildService();
  dataDir = await mkdtemp(join(tmpdir(), "lightwell-program-"));
  place = await makeTestDatabase(join(dataDir, "database"));
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const { child, ended } of runs.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
  await place.drop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

function start(command: string, args: readonly string[]): Run {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      LIGHTWELL_DATA_DIR: dataDir,
      LIGHTWELL_PORT: "0",
      LIGHTWELL_DATABASE_URL: place.databaseUrl,
    },
  });
  let [out, errors] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    errors += text;
  });
  const ended = new Promise<Awaited<Run["ended"]>>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal })),
  );
  const run: Run = {
    child,
    ended,
    out: () => out,
    errors: () => errors,
    async listens() {
      for (const until = Date.now() + 60_000; Date.now() < until && child.exitCode === null; await sleep(50)) {
        const [, address, key] = /listens on (\S+)\nAPI key \(shown only once\): (\S+)\n/.exec(errors) ?? [];
        if (address) return { address, key };
      }
      throw new Error(`the service does not listen\n${errors}`);
    },
  };
  runs.push(run);
  return run;
}

/** What `lightwell-service ARGS` prints, and how it ends. */
async function say(...args: string[]) {
  const run = start(process.execPath, [program, ...args]);
  const { code } = await run.ended;
  return { code, out: run.out(), errors: run.errors() };
}

test("--version prints the version", async () => {
  expect(await say("--version")).toEqual({ code: 0, out: "lightwell-service 0.1.0\n", errors: "" });
});

test.each(["--version", "--help"])("%s takes less than 0.3 s of a processor", async (flag) => {
  const reporter = `data:text/javascript,process.on("exit", () => console.error(JSON.stringify(process.cpuUsage())))`;
  const seconds: number[] = [];
  // On a busy machine the same work takes up to twice as long.
  for (let i = 0; i < 3; i++) {
    const run = start(process.execPath, ["--import", reporter, program, flag]);
    await run.ended;
    const { user, system } = JSON.parse(run.errors()) as NodeJS.CpuUsage;
    seconds.push((user + system) / 1e6);
  }
  expect(Math.min(...seconds)).toBeLessThan(0.3);
});

test("a wrong flag and a port in use each print one sentence", async () => {
  expect(await say("--colour", "red")).toEqual({
    code: 2,
    out: "",
    errors: "lightwell-service: there is no flag --colour; --help lists all\n",
  });
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const { code, errors } = await say("--port", String(port));
  other.close();
  expect(code).toBe(1);
  expect(errors).toBe(
    `lightwell-service: port ${port} of 127.0.0.1 is in use by another program; stop that one, or choose another with --port\n`,
  );
}, 60_000);

test.skipIf(!isLinux)(
  "idle connections at the limit of descriptors neither end the service nor stay in its way",
  async () => {
    const run = start("bash", ["-c", `ulimit -n 512; exec "${process.execPath}" "${program}"`]);
    const { address } = await run.listens();
    const { hostname, port } = new URL(address);
    for (let i = 0; i < 600; i++) {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      sockets.push(socket);
    }
    await vi.waitFor(() => expect(run.out()).toContain("all connections are in use"), 30_000);
    expect(run.child.exitCode).toBeNull();
    for (const socket of sockets.splice(0)) socket.destroy();
    await vi.waitFor(async () => expect((await fetch(`${address}/healthz`)).status).toBe(200), 10_000);
  },
  90_000,
);

test("an error that nothing handles is logged with its cause, and ends the service", async () => {
  const preload = join(dataDir, "throw.mjs");
  await writeFile(
    preload,
    'process.on("SIGWINCH", () => { throw new Error("the outer error", { cause: new Error("the inner one") }); });',
  );
  const run = start(process.execPath, ["--import", preload, program]);
  await run.listens();
  run.child.kill("SIGWINCH");
  expect(await run.ended).toMatchObject({ code: 1 });
  const fatal = run
    .out()
    .split("\n")
    .find((line) => line.includes('"level":60'));
  expect(fatal).toContain("the service ends because of an unhandled error");
  expect(fatal).toContain("the outer error: the inner one");
}, 90_000);

/** Registers a bracket and begins to upload it. */
async function beginUpload({ address, key }: { readonly address: string; readonly key: string }) {
  const answer = await fetch(`${address}/v3/brackets/`, {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify({ order_id: crypto.randomUUID() }),
  });
  const { upload_url } = (await answer.json()) as { readonly upload_url: string };
  const sent = request(upload_url, { method: "PUT", headers: { "content-length": "100" } });
  const status = new Promise<number | undefined>((resolve) => {
    sent.once("response", ({ statusCode }) => resolve(statusCode));
    sent.once("error", () => resolve(undefined));
  });
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  sent.write(head);
  await sleep(300);
  return { status, finish: () => void sent.end(Buffer.alloc(100 - head.length)) };
}

test("SIGTERM lets an upload end that comes in time, and waits for no other", async () => {
  const run = start(process.execPath, [program, "--stop-seconds", "5"]);
  const service = await run.listens();
  const [quick, slow] = [await beginUpload(service), await beginUpload(service)];
  const begun = performance.now();
  run.child.kill("SIGTERM");
  await sleep(300);
  quick.finish();
  expect(await quick.status).toBe(200);
  expect(await run.ended).toEqual({ code: 0, signal: null });
  const seconds = (performance.now() - begun) / 1000;
  expect(seconds).toBeGreaterThan(3);
  expect(seconds).toBeLessThan(5.5);
  expect(await slow.status).toBeUndefined();
}, 90_000);

test.skipIf(!isLinux)(
  "SIGTERM to npx stops the service that it started",
  async () => {
    const run = start("npx", ["lightwell-service"]);
    await run.listens();
    const { pid } = JSON.parse(run.out().split("\n")[0]) as { readonly pid: number };
    run.child.kill("SIGTERM");
    for (const until = Date.now() + 20_000; isRunning(pid) && Date.now() < until; await sleep(100));
    expect(isRunning(pid)).toBe(false);
    expect(run.out()).toContain('"signal":"SIGTERM"');
  },
  90_000,
);
