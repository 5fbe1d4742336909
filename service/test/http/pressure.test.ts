import { type AddressInfo, connect } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dropSlowBodies, refuseUnderPressure } from "../../src/http/pressure.ts";

let app: FastifyInstance;
beforeEach(async () => {
  app = fastify({ forceCloseConnections: true });
  dropSlowBodies(app, { everyMs: 200, leastBytes: 10 });
  app.post("/", async () => "taken");
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => app.close());

/** Sends a body of 40 bytes in parts of `size`, one every 50 ms; what came back until the connection ended. */
function send(size: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
    let answer = "";
    let left = 40;
    socket.write(
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 40\r\n\r\n",
    );
    const timer = setInterval(() => {
      socket.write("x".repeat(Math.min(size, left)));
      left -= size;
      if (left <= 0) clearInterval(timer);
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

test("a body that comes a byte now and then ends its connection", async () => {
  expect(await send(1)).toBe("");
});

test("a body that comes steadily is taken", async () => {
  expect(await send(10)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*taken$/);
});

test("while too much of the heap is in use requests are refused, and told when to come again", async () => {
  const [pressed, free] = [fastify(), fastify()];
  await refuseUnderPressure(pressed, 0.0001);
  await refuseUnderPressure(free);
  for (const one of [pressed, free]) one.get("/", async () => "answered");
  await vi.waitFor(async () => {
    const { statusCode, headers } = await pressed.inject("/");
    expect([statusCode, headers["retry-after"]]).toEqual([503, "10"]);
  }, 5000);
  expect((await free.inject("/")).body).toBe("answered");
  await Promise.all([pressed.close(), free.close()]);
});
