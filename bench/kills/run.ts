import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { killRuns } from "./kill-runs.ts";
import { writeTinyShoot } from "./shoot.ts";

/**
 * Tests whether a batch survives being killed at any moment: see {@link killRuns}. JPEG, PNG and AVIF alternate, as
 * their metadata are written differently.
 *
 * Usage: npm run bench -- kills [--kills 300] [--seed 1]
 */
const { values } = parseArgs({
  options: { kills: { type: "string", default: "300" }, seed: { type: "string", default: "1" } },
});

const scratch = mkdtempSync(join(tmpdir(), "lw-kills-"));
try {
  const shoot = join(scratch, "shoot");
  await writeTinyShoot(shoot);
  const rounds = [[], ["--format", "png"], ["--format", "avif"]];
  const tally = await killRuns({ shoot, scratch, kills: Number(values.kills), seed: Number(values.seed), rounds });
  const { kills, survived, completed, picturesKept, leftovers, faults } = tally;
  console.log(
    `${kills} runs killed, ${survived} ended before their moment; ${completed} folders completed with ${faults.length} faults`,
  );
  console.log(`pictures found whole after a kill: ${picturesKept}; temporary folders left by kills: ${leftovers}`);
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
