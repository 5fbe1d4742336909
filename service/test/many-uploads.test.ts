import { afterAll, beforeAll, expect, test } from "vitest";
import { runUploads } from "../bench/many-uploads.ts";
import { startTestService, type TestService } from "./support/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

// `npm run -w service bench:uploads` sends a thousand.
test("200 uploads at once, each over a connection of its own, all succeed", async () => {
  const { statuses } = await runUploads({ address: service.address, key: service.keys[0] }, 200);
  expect(statuses).toEqual({ 200: 200 });
}, 120_000);
