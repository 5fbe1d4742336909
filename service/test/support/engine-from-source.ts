import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

// The engine's process is forked from its source, which plain Node cannot read.
process.execArgv.push("--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href);
