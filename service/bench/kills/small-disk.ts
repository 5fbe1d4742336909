import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file system of its own (tmpfs), which can be made full. */
export interface SmallDisk {
  readonly folder: string;
  /** To the last `leftBytes`, or a few more. */
  fill(leftBytes: number): Promise<void>;
  empty(): Promise<void>;
  /** Shows a folder of another disk as `name` in this one. */
  borrow(name: string, folder: string): Promise<void>;
  close(): Promise<void>;
}

/** Linux, for root alone. */
export async function mountSmallDisk(sizeMb = 64): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-disk-"));
  await run("mount", ["-t", "tmpfs", "-o", `size=${sizeMb}m,mode=700`, "lightwell-kills", folder]);
  const filler = join(folder, "filler");
  return {
    folder,
    async fill(leftBytes) {
      const { bavail, bsize } = await statfs(folder);
      // Others write meanwhile: where they were first, it is full enough.
      await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes))).catch(() => {});
    },
    empty: () => rm(filler, { force: true }),
    async borrow(name, other) {
      await mkdir(join(folder, name));
      await run("mount", ["--bind", other, join(folder, name)]);
    },
    async close() {
      await run("umount", ["--lazy", "--recursive", folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
