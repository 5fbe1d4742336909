import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "./support/free-port.ts";
import { findPostgres, startPostgres } from "./support/postgres-server.ts";

/**
 * Runs the service's tests, all or those named, on a separate PostgreSQL instead of the embedded database.
 * Ends with their exit code; with 1 where Debian's `postgresql` is not installed.
 */
const programs = await findPostgres();
if (programs === undefined) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
const server = await startPostgres(programs, await freePort());
// The killed services, which are another project, have databases of both kinds of their own.
const tests = spawn("npx", ["vitest", "run", "--project", "service", ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL("../..", import.meta.url)),
  env: { ...process.env, LIGHTWELL_TEST_DATABASE_URL: server.url },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => tests.kill(signal));
const [code] = await once(tests, "exit");
await server.close();
process.exitCode = code ?? 1;
