import { parentPort, workerData } from "node:worker_threads";
import { judge, type Span } from "./judge.ts";

parentPort!.postMessage(await judge(workerData as Span));
