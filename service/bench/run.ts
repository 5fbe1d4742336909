/** What each bench does, by the name that `npm run -w service bench -- NAME` takes; its module is NAME.ts. */
const benches: Readonly<Record<string, string>> = {
  figures: "measures what the service promises, and saves it for SCALING.md",
  overhead: "times the same pictures through the service and through enhanceBatch",
  register: "registers 500 brackets, one after another and ten at once",
  status: "asks for a status 300 times a second while an order is enhanced",
  pages: "opens the studio's pages in Chromium while an order of 200 photographs is sent and enhanced",
  uploads: "sends 1,000 uploads at once, each over its own connection",
  kills: "kills the service and its engines at random moments, and checks that nothing is lost",
  cluster: "lets parts of a cluster fail, and checks that every promise holds",
  simulate: "simulates a cluster, and reports which part reaches its limit first",
};

const usage = `Usage: npm run -w service bench -- NAME [options]

${Object.entries(benches)
  .map(([name, does]) => `  ${name.padEnd(10)} ${does}`)
  .join("\n")}`;

async function main(): Promise<void> {
  const [name, ...options] = process.argv.slice(2);
  if (name === undefined || name === "--help" || name === "-h" || name === "--list") return console.log(usage);
  if (!Object.hasOwn(benches, name)) {
    console.error(`bench: expected one of ${Object.keys(benches).join(", ")}, got ${name}`);
    process.exitCode = 2;
    return;
  }
  process.argv = [process.argv[0], process.argv[1], ...options];
  await import(`./${name}.ts`);
}

await main();
