import { type AddressInfo, connect } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dropSlowBodies } from "../../src/http/pressure.ts";

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
