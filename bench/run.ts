import { fileURLToPath } from "node:url";
import { benches } from "./benches.ts";

const usage = `Usage: npm run bench -- NAME [options]     runs a bench; npm run bench -- NAME --help shows its options
       npm run bench -- --list             lists all benches
       npm run bench [-- options]          runs the bench "speed"`;

/** Runs the bench that the first argument names, with the arguments after it. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (args[0] === "--list") return console.log(listOfBenches());
  if (args[0] === "--help" || args[0] === "-h") return console.log(`${usage}\n\n${listOfBenches()}`);
  const isNamed = args[0] !== undefined && !args[0].startsWith("-");
  const [name, options] = isNamed ? [args[0], args.slice(1)] : ["speed", args];
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!bench) {
    console.error(`bench: expected one of ${Object.keys(benches).join(", ")}, got ${name}`);
    process.exitCode = 2;
    return;
  }
  console.log(`bench ${name}: ${bench.measures}\ntakes ${bench.takes} on two quiet cores\n`);
  if (bench.options !== undefined && options.some((each) => each === "--help" || each === "-h"))
    return console.log(`options: ${bench.options}`);
  const module = new URL(bench.module, import.meta.url);
  process.argv = [process.argv[0], fileURLToPath(module), ...options];
  await import(module.href);
}

function listOfBenches(): string {
  return Object.entries(benches)
    .map(([name, { measures, takes, needs }]) => {
      const lines = [`${name.padEnd(12)} ${measures}`, `takes ${takes}`, ...(needs ? [`uses ${needs}`] : [])];
      return lines.join(`\n${" ".repeat(13)}`);
    })
    .join("\n");
}

await main();
