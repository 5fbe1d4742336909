import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCheckedApp } from "../../support/checked-app.ts";
import { makeTestParts, type TestParts } from "../../support/test-parts.ts";

let parts: TestParts;
let app: FastifyInstance;
beforeAll(async () => {
  parts = await makeTestParts();
  app = await buildCheckedApp(parts);
});
afterAll(async () => {
  await app.close();
  await parts.close();
});

interface Named {
  readonly manufacturer: string;
  readonly model: string;
}

test("the lens coverage is served as JSON and as a page, lenses and cameras, without a key", async () => {
  const json = await app.inject({ url: "/lenses/" });
  expect([json.statusCode, json.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  const { lenses, cameras } = json.json<{ lenses: Named[]; cameras: Named[] }>();
  expect(lenses.length).toBeGreaterThan(1000);
  expect(lenses).toContainEqual({
    manufacturer: "Canon",
    model: "Canon EF 11-24mm f/4L USM",
    mounts: ["Canon EF"],
    crop_factor: 1,
    distortion: true,
    transverse_chromatic_aberration: true,
    vignetting: false,
  });
  expect(cameras.length).toBeGreaterThan(500);
  expect(cameras).toContainEqual(
    expect.objectContaining({ model: "EOS 5D Mark III", mount: "Canon EF", crop_factor: 1 }),
  );
  const page = await app.inject({ url: "/lenses", headers: { accept: "text/html,application/xhtml+xml" } });
  expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.payload.match(/<tr><td>/g)).toHaveLength(lenses.length + cameras.length);
  expect(page.payload).toContain("<td>Canon EF 11-24mm f/4L USM<td>1<td>yes<td>yes<td>no</tr>");
  expect(page.headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
});

test("versions below 5 cover only lenses with complete measurements, as the engine corrects them", async () => {
  type Row = Named & { distortion: boolean; transverse_chromatic_aberration: boolean; vignetting: boolean };
  const lensesOf = async (version: string) => {
    const { statusCode, ...answer } = await app.inject({ url: `/lenses?ai_version=${version}` });
    expect(statusCode).toBe(200);
    return answer.json<{ lenses: Row[] }>().lenses;
  };
  const all = await lensesOf("5.x");
  const complete = all.filter((row) => row.distortion && row.transverse_chromatic_aberration && row.vignetting);
  expect(complete.length).toBeLessThan(all.length / 2);
  for (const version of ["4.x", "4.7", "3.1"]) expect(await lensesOf(version)).toEqual(complete);
  expect(await lensesOf("latest")).toEqual(all);
  const page = await app.inject({ url: "/lenses?ai_version=4.x", headers: { accept: "text/html" } });
  expect(page.payload).toContain("for ai_version 4.x");
  expect((await app.inject({ url: "/lenses?ai_version=6" })).statusCode).toBe(422);
});
