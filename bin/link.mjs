// npm links the commands of dependencies, not a checkout's own: this makes `npx lightwell` work in a clone as it does elsewhere.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "node_modules", ".bin");
const command = join(folder, "lightwell");

mkdirSync(folder, { recursive: true });
rmSync(command, { force: true });
if (process.platform === "win32") writeFileSync(`${command}.cmd`, '@node "%~dp0\\..\\..\\bin\\lightwell.js" %*\r\n');
else symlinkSync(join("..", "..", "bin", "lightwell.js"), command);
