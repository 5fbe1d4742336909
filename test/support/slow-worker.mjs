// A worker thread that takes a while to load, and says when it has.
import { setTimeout as wait } from "node:timers/promises";
import { BroadcastChannel } from "node:worker_threads";

await wait(400);
const channel = new BroadcastChannel("slow-worker");
channel.postMessage("loaded");
channel.close();

export default () => ({ ok: true });
