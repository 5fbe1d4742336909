import { expect, test } from "vitest";
import { startTestService } from "./support/test-service.ts";

test("below the free space that must stay, nothing is taken and the service is not ready", async () => {
  const service = await startTestService({ minFreeMb: 16_777_216 });
  try {
    for (const [path, body] of [
      ["/v3/orders", {}],
      ["/v3/images", { image_name: "a.jpg" }],
      ["/v3/brackets", { order_id: "one" }],
    ] as const) {
      const { status, headers, json } = await service.call("POST", path, { body });
      expect([status, headers.get("retry-after")]).toEqual([507, "60"]);
      expect(json).toEqual({ message: expect.stringContaining("disk is full"), detail: {} });
    }
    const ready = await service.call("GET", "/readyz");
    expect([ready.status, ready.json]).toEqual([503, { status: "unavailable", failed: ["storage"] }]);
    expect((await service.call("GET", "/v3/orders")).json).toMatchObject({ orders: [] });
  } finally {
    await service.close();
  }
});
