import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerImage, settledImage, upload } from "../support/client.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { shootFile, startTestService, type TestService } from "../support/test-service.ts";

let service: TestService;
let receiver: Receiver;
let proxy: FaultProxy;
let folder: string;
beforeAll(async () => {
  receiver = await startReceiver();
  const webhook = { url: receiver.url, authentication: "Bearer of the receiver" };
  service = await startTestService({ privateWebhooks: true }, [{ email: "one@example.org", webhook }]);
  proxy = await startFaultProxy(service.address);
  proxy.set("503");
  folder = await mkdtemp(join(tmpdir(), "lightwell-client-"));
});
afterAll(async () => {
  await service.close();
  await proxy.close();
  await receiver.close();
  await rm(folder, { recursive: true });
});

test("the Python client registers, uploads, waits, downloads, retries and verifies", async () => {
  const picture = join(folder, "kitchen.jpg");
  await writeFile(picture, await shootFile("IMG_0012.JPG"));
  const hook = await registerImage(service, { image_name: "hook.jpg" });
  await upload(service, hook, await shootFile("IMG_0012.JPG"));
  await settledImage(service, hook["image_id"]);
  const isEnd = ({ text }: { text: string }) => text.includes("image_processed");
  await expect.poll(() => receiver.received.some(isEnd), { timeout: 20_000 }).toBe(true);
  const delivery = receiver.received.find(isEnd);
  const { webhook_secret } = await service.queries
    .selectFrom("accounts")
    .select("webhook_secret")
    .executeTakeFirstOrThrow();
  const { stdout } = await promisify(execFile)(
    "python3",
    [
      fileURLToPath(new URL("flow.py", import.meta.url)),
      ...[service.address, proxy.address, service.keys[0], picture, webhook_secret, JSON.stringify(delivery)],
    ],
    {
      env: {
        ...process.env,
        PYTHONPATH: fileURLToPath(new URL("../../clients/python", import.meta.url)),
        PYTHONDONTWRITEBYTECODE: "1",
      },
      timeout: 100_000,
    },
  );
  const { size } = await stat(picture);
  expect(JSON.parse(stdout)).toEqual({
    progress: [size, size],
    image: ["processed", "kitchen.jpg"],
    saved: ["ffd8ff", ["enhanced.jpg"]],
    order: ["processed", "processed"],
    brackets: 2,
    orders: "Harbour Street 5",
    gone: ["ServiceError", 404],
    refused: [422, ["image_name"]],
    stranger: [401, []],
    "put off": [503, [1, 2, 4]],
    failed: ["EnhancementError", true, true],
    late: "WaitTimeoutError",
    webhook: [true, "image_processed"],
    changed: ["WebhookError", "the webhook's signature is not valid"],
    old: "the webhook's timestamp is more than five minutes away",
  });
});
