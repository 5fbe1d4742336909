import { type AddressInfo, connect, type Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test, vi } from "vitest";
import type { TrustedProxies } from "../../src/config/trusted-proxies.ts";
import { boundConnections, UploadSlots } from "../../src/http/connections.ts";

let app: FastifyInstance;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function start(connectionsPerAddress: number, trustProxy?: TrustedProxies): Promise<number> {
  app = fastify({ forceCloseConnections: true });
  boundConnections(app, { connectionsPerAddress, trustProxy });
  app.get("/", async () => "answered");
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  sockets.push(socket);
  await new Promise((resolve) => socket.once("connect", resolve));
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  const answer = new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(String(bytes))));
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  return answer;
}

test("connections of an address over its bound are answered 429 and closed, and those within it are served", async () => {
  const port = await start(2);
  const [first, second, third] = [await open(port), await open(port), await open(port)];
  const refused = await ask(third);
  expect(refused).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*connection: close/i);
  expect(refused).toContain("More than 2 connections are open from this address");
  for (const socket of [first, second]) expect(await ask(socket)).toContain("answered");
  first.destroy();
  await vi.waitFor(async () => expect(await ask(await open(port))).toContain("answered"), 5000);
});

test("a trusted proxy may have more, for they are of many clients", async () => {
  const port = await start(1, { networks: ["loopback"] });
  const all = [await open(port), await open(port), await open(port)];
  for (const socket of all) expect(await ask(socket)).toContain("answered");
});

test("uploads of an address over its bound are refused until one has ended; other addresses have slots of their own", async () => {
  app = fastify();
  const slots = new UploadSlots(1);
  let end = () => {};
  const first = slots.use({ ip: "2001:db8::1" }, () => new Promise<void>((resolve) => (end = resolve)));
  await expect(slots.use({ ip: "2001:db8::2" }, async () => "taken")).rejects.toMatchObject({
    statusCode: 429,
    headers: { "retry-after": "1" },
  });
  expect(await slots.use({ ip: "192.0.2.1" }, async () => "taken")).toBe("taken");
  end();
  await first;
  expect(await slots.use({ ip: "2001:db8::2" }, async () => "taken")).toBe("taken");
});
