import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { isRunning } from "../../bench/service-process.ts";
import { findPostgres } from "../support/postgres-server.ts";
import { isSwiftInstalled } from "../support/swift-server.ts";

const maxMs = 20_000;

/** Runs a module that prints one line of JSON and stays; what it printed, after it was killed. */
async function killed(source: string): Promise<unknown> {
  const module = `${source}\nsetInterval(() => {}, 1000);`;
  const program = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", module], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(program.stdout, "data");
  program.kill("SIGKILL");
  return JSON.parse(String(line));
}

async function eventually(isSo: () => boolean): Promise<boolean> {
  for (const until = Date.now() + maxMs; Date.now() < until && !isSo(); await sleep(50));
  return isSo();
}

test("the script runs when its process is killed, and not after it was called off", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-end-"));
  const [kept, calledOff] = [join(folder, "kept"), join(folder, "called off")];
  await killed(`
    import { whenParentEnds } from "../support/end-with-parent.ts";
    whenParentEnds('touch "$1"', [${JSON.stringify(kept)}]);
    whenParentEnds('touch "$1"', [${JSON.stringify(calledOff)}])();
    console.log("null");`);
  expect(await eventually(() => existsSync(kept))).toBe(true);
  expect(existsSync(calledOff)).toBe(false);
});

const programs = await findPostgres();

test.skipIf(programs === undefined)("a run that is killed leaves no PostgreSQL behind", async () => {
  const left = (await killed(`
    import { readdirSync, readFileSync } from "node:fs";
    import { startPostgres } from "../support/postgres-server.ts";
    import { freePort } from "../support/free-port.ts";
    const { folder } = await startPostgres(${JSON.stringify(programs)}, await freePort());
    const [pid] = readFileSync(folder + "/data/postmaster.pid", "utf8").split("\\n");
    console.log(JSON.stringify({ folder, pids: [Number(pid)] }));`)) as Left;
  expect(await eventually(() => isGone(left))).toBe(true);
});

test.skipIf(!isSwiftInstalled())("a run that is killed leaves no Swift behind", async () => {
  const left = (await killed(`
    import { startSwift } from "../support/swift-server.ts";
    const { folder, pids } = await startSwift();
    console.log(JSON.stringify({ folder, pids }));`)) as Left;
  expect(left.pids).toHaveLength(4);
  expect(await eventually(() => isGone(left))).toBe(true);
});

interface Left {
  readonly folder: string;
  readonly pids: readonly number[];
}

function isGone({ folder, pids }: Left): boolean {
  return !existsSync(folder) && !pids.some(isRunning);
}
