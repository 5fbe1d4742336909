import { type AddressInfo, connect } from "node:net";
import type { Readable } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropSlowBodies, refuseUnderPressure } from "../../src/http/hooks.ts";

let app: FastifyInstance;
beforeEach(async () => {
  app = fastify({ forceCloseConnections: true });
  dropSlowBodies(app, 500);
  app.post("/", async () => "taken");
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => app.close());

/**
 * Sends a body of `bytes` in parts of `size`, the first at once, one every 50 ms; what came back until the connection
 * ended.
 */
function send(size: number, { bytes = 16_000, to = app } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect((to.server.address() as AddressInfo).port, "127.0.0.1");
    let answer = "";
    let left = bytes - size;
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: ${bytes}\r\n\r\n${"x".repeat(size)}`,
    );
    const timer = setInterval(() => {
      if (left > 0) socket.write("x".repeat(Math.min(size, left)));
      left -= size;
    }, 50);
    socket.on("data", (bytes) => {
      answer += bytes;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      resolve(answer);
    });
  });
}

test("a body that comes more slowly than 4 kB/s ends its connection", async () => {
  expect(await send(50)).toBe("");
});

test("a body that comes faster is taken", async () => {
  expect(await send(800)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*taken$/);
});

test("a body that the service itself does not read on with is not called slow", async () => {
  const waiting = fastify({ forceCloseConnections: true });
  dropSlowBodies(waiting, 100);
  waiting.removeAllContentTypeParsers();
  waiting.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
  waiting.post("/", async ({ body }) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    let size = 0;
    for await (const chunk of body as Readable) size += chunk.length;
    return String(size);
  });
  await waiting.listen({ port: 0, host: "127.0.0.1" });
  expect(await send(4_000_000, { bytes: 4_000_000, to: waiting })).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*4000000$/);
  await waiting.close();
});

test("a body that arrived while the event loop was busy is not called slow", async () => {
  const answer = send(800);
  await new Promise((resolve) => setTimeout(resolve, 450));
  // Longer than a window, so that the timer fires before the bytes of the client, in this same process, are read.
  const until = performance.now() + 700;
  while (performance.now() < until);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("while too much of the heap is in use requests are refused, and told when to come again", async () => {
  const [pressed, free] = [fastify(), fastify()];
  refuseUnderPressure(pressed, 0.0001);
  refuseUnderPressure(free);
  for (const one of [pressed, free]) one.get("/", async () => "answered");
  await vi.waitFor(async () => {
    const { statusCode, headers } = await pressed.inject("/");
    expect([statusCode, headers["retry-after"]]).toEqual([503, "10"]);
  }, 5000);
  expect((await free.inject("/")).body).toBe("answered");
  await Promise.all([pressed.close(), free.close()]);
});
