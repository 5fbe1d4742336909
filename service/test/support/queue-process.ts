import { once } from "node:events";
import { openDatabase } from "../../src/database/database.ts";
import { JobQueue } from "../../src/queue/job-queue.ts";

// A process with a queue on a server, `node --import tsx queue-process.ts URL`: writes the orders that it
// takes, and ends each job when a line comes in.

const [url = ""] = process.argv.slice(2);
const database = await openDatabase({ url, folder: "" });
const queue = new JobQueue(database, (error) => process.stdout.write(`error ${error}\n`));
await queue.start();
queue.work("group-order", { atOnce: 1 }, async ({ orderId }) => {
  process.stdout.write(`took ${orderId}\n`);
  await once(process.stdin, "data");
  process.stdout.write(`ended ${orderId}\n`);
});
process.stdout.write("started\n");
