// A worker thread that loads slowly, and then writes a file.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { threadId } from "node:worker_threads";

await wait(400);
writeFileSync(join(process.env.LIGHTWELL_TEST_LOADED, String(threadId)), "");

export default () => ({ ok: true });
