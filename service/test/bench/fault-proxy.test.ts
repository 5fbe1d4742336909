import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FaultProxy } from "../../bench/cluster/fault-proxy.ts";
import { freePort } from "../support/free-port.ts";

let servers: Server[];
let proxy: FaultProxy;
let dead: number;

beforeEach(async () => {
  dead = await freePort();
  servers = await Promise.all(["one", "two"].map(serve));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  proxy = await FaultProxy.open(() => [...ports, dead].map((port) => ({ host: "127.0.0.1", port })));
});

afterEach(async () => {
  await proxy.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test("passes requests on to all targets in turn, and leaves out those that do not answer", async () => {
  const answers = new Set<string>();
  for (let i = 0; i < 6; i++) answers.add(await ask());
  expect([...answers].sort()).toEqual(["one", "two"]);
});

test("answers 503 while it refuses, and passes requests on afterwards", async () => {
  proxy.set("refuse");
  expect(await ask()).toBe("503");
  proxy.set("none");
  expect(["one", "two"]).toContain(await ask());
});

test("gives no answer while it is cut, and works afterwards", async () => {
  proxy.set("cut");
  const early = ask(AbortSignal.timeout(300));
  await expect(early).rejects.toThrow();
  proxy.set("none");
  expect(["one", "two"]).toContain(await ask());
});

test("cuts a connection that is in the middle of an answer", async () => {
  const answer = await fetch(`http://127.0.0.1:${proxy.port}/slow`);
  proxy.set("cut");
  const left = await Promise.race([answer.text().catch(() => "broken"), sleep(500).then(() => "nothing came")]);
  expect(left).toBe("nothing came");
  proxy.set("none");
});

test("delivers after a hold what was sent before and during it", async () => {
  const answer = await fetch(`http://127.0.0.1:${proxy.port}/slow`);
  proxy.set("hold");
  const early = ask();
  const left = await Promise.race([Promise.all([early, answer.text()]), sleep(500).then(() => "nothing came")]);
  expect(left).toBe("nothing came");
  proxy.set("none");
  expect(["one", "two"]).toContain(await early);
});

test("delays what passes while it is slow", async () => {
  proxy.set("slow");
  const begun = performance.now();
  await ask();
  expect(performance.now() - begun).toBeGreaterThan(380);
});

/** Its answer, or the status where it failed. */
async function ask(signal?: AbortSignal): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${proxy.port}/`, {
    headers: { connection: "close" },
    ...(signal ? { signal } : {}),
  });
  return answer.ok ? answer.text() : String(answer.status);
}

async function serve(name: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== "/slow") return void response.end(name);
    response.write("begun");
    await sleep(200);
    response.end("ended");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}
