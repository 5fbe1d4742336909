// Preloaded into every process and thread of the run: replaces the requested addon with the one built with sanitizers.
const Module = require("node:module");
const { join, sep } = require("node:path");

const asked = join("native", "build", "Release", "lightwell.node");
const sanitized = join(__dirname, "build", "Release", "lightwell.node");
const load = Module._extensions[".node"];

Module._extensions[".node"] = (module, filename) => load(module, filename.endsWith(sep + asked) ? sanitized : filename);
