import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAccountCommand } from "../src/account-command.ts";
import { readConfig } from "../src/config/config.ts";
import { startService } from "../src/service.ts";
import { isOnServer, makeTestDatabase, type TestDatabase } from "./support/test-database.ts";

let dataDir: string;
/** Of a server; the embedded one is made by the start itself. */
let place: TestDatabase | undefined;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lightwell-first-"));
  place = isOnServer ? await makeTestDatabase("") : undefined;
  environment = { LIGHTWELL_DATA_DIR: dataDir, LIGHTWELL_DATABASE_URL: place?.databaseUrl };
});
afterAll(async () => {
  await place?.drop();
  await rm(dataDir, { recursive: true });
});

function start(port: number) {
  const config = readConfig(["--port", String(port)], environment);
  if (!config) throw new Error("no configuration");
  return startService(config, pino({ level: "silent" }));
}

test("the first account is made by the first start that comes to listen, and by no later one; more are added while the service runs", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  await expect(start((other.address() as AddressInfo).port)).rejects.toThrow("is in use by another program");
  other.close();

  const first = await start(0);
  const { apiKey = "", email, password } = first.firstAccount ?? {};
  expect(email).toBe("admin@localhost");
  expect(password).toMatch(/^[a-z2-9-]{27}$/);
  const list = await fetch(`${first.address}/v3/orders`, { headers: { "x-api-key": apiKey } });
  expect(list.status).toBe(200);

  const run = (...args: string[]) => runAccountCommand(args, environment);
  const added = await run("add", "ann@example.org", "--tier", "trial");
  const [, key = ""] = /\nAPI key: (lw_\S+)\n/.exec(added) ?? [];
  expect((await fetch(`${first.address}/v3/orders`, { headers: { "x-api-key": key } })).status).toBe(200);
  expect(await run("list")).toMatch(/^admin@localhost {2}standard .*\nann@example\.org {2}trial .*\n$/);
  await expect(run("add", "ann@example.org")).rejects.toThrow("ann@example.org exists already");
  if (!isOnServer) expect((await stat(join(dataDir, "control.sock"))).mode & 0o777).toBe(0o600);
  await first.close();

  const second = await start(0);
  expect(second.firstAccount).toBeUndefined();
  await second.close();
});
