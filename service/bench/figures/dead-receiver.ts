import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startJobs } from "../../src/jobs/start-jobs.ts";
import { recordEvent } from "../../src/store/event-store.ts";
import { startReceiver } from "../../test/support/receiver.ts";
import { openBenchParts } from "./bench-parts.ts";

const deadOrders = 200;
/** How long B's event is waited for, in ms. */
const maxMs = 60_000;

/** Seconds until B's event arrives, while A's receiver takes requests for 200 orders and never answers. */
export async function measureDeadReceiver(): Promise<number> {
  let asked = 0;
  const dead = createServer(() => {
    asked++;
  });
  await new Promise<void>((resolve) => dead.listen(0, "127.0.0.1", resolve));
  const receiver = await startReceiver();
  const bench = await openBenchParts();
  try {
    const { database, queue } = bench.parts;
    const addAccount = async (email: string, url: string) => {
      const { accountId } = await bench.addAccount(email);
      const update = database.queries.updateTable("accounts").set({ webhook_url: url });
      await update.where("account_id", "=", accountId).execute();
      return accountId;
    };
    const a = await addAccount("a@example.org", `http://127.0.0.1:${(dead.address() as AddressInfo).port}/`);
    const b = await addAccount("b@example.org", receiver.url);
    const record = (accountId: string, order: string) =>
      recordEvent(database.queries, queue, accountId, { event: "image_registered", image_id: "a", order_id: order });
    for (let i = 0; i < deadOrders; i++) await record(a, `dead-${i}`);
    startJobs(bench.parts);
    while (asked === 0) await sleep(10);
    const begun = performance.now();
    await record(b, "alive");
    queue.wake("deliver-events");
    while (receiver.received.length === 0 && performance.now() - begun < maxMs) await sleep(5);
    return receiver.received.length === 0 ? Number.POSITIVE_INFINITY : (performance.now() - begun) / 1000;
  } finally {
    dead.closeAllConnections();
    dead.close();
    await receiver.close();
    await bench.close();
  }
}
