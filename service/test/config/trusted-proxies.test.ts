import fastify from "fastify";
import { expect, test } from "vitest";
import { parseTrustedProxies, trusts } from "../../src/config/trusted-proxies.ts";

/** The client's address as the service sees it, of a request that comes from 127.0.0.1. */
async function clientOf(proxies: string, forwarded: string): Promise<string> {
  const app = fastify({ trustProxy: trusts(parseTrustedProxies(proxies)) });
  app.get("/", async ({ ip }) => ip);
  const { body } = await app.inject({ url: "/", headers: { "x-forwarded-for": forwarded } });
  await app.close();
  return body;
}

test.each([
  ["1", "203.0.113.9, 198.51.100.7", "198.51.100.7"],
  ["2", "203.0.113.9, 198.51.100.7, 10.0.0.1", "198.51.100.7"],
  ["loopback", "203.0.113.9, 198.51.100.7", "198.51.100.7"],
  ["loopback,10.0.0.0/8", "203.0.113.9, 198.51.100.7, 10.0.0.1", "198.51.100.7"],
  ["127.0.0.1, 10.0.0.1", "203.0.113.9, 198.51.100.7, 10.0.0.1", "198.51.100.7"],
  ["10.0.0.0/8", "203.0.113.9, 198.51.100.7", "127.0.0.1"],
  ["2001:db8::/32", "203.0.113.9", "127.0.0.1"],
])(
  "with --trust-proxy %s, X-Forwarded-For: %s comes from %s, whatever the client wrote on its left",
  async (...row) => {
    expect(await clientOf(row[0], row[1])).toBe(row[2]);
  },
);

test("IPv4 addresses within IPv6, and names of networks, are known", () => {
  const isTrusted = trusts(parseTrustedProxies("uniquelocal,linklocal"));
  expect(["::ffff:10.1.2.3", "fd00::1", "169.254.1.1", "fe80::1"].map((address) => isTrusted(address, 0))).toEqual(
    Array(4).fill(true),
  );
  expect(["8.8.8.8", "2001:db8::1", "no address"].map((address) => isTrusted(address, 0))).toEqual(
    Array(3).fill(false),
  );
});
