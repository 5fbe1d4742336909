#!/usr/bin/env node
import { statSync } from "node:fs";

const oldest = [20, 19];
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(`lightwell needs Node.js ${oldest.join(".")} or newer; this is ${process.versions.node}.`);
  process.exit(2);
}

const placeOf = (name) => new URL(`../dist/${name}`, import.meta.url);
const timeOf = (name) => statSync(placeOf(name), { throwIfNoEntry: false })?.mtimeMs ?? 0;

// The bundle starts in a third of the time; modules that were compiled after it go before it.
const bundled = "bundle/start.js";
await import(placeOf(timeOf(bundled) >= Math.max(1, timeOf(".tsbuildinfo")) ? bundled : "cli/start.js").href);
