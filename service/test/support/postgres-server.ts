import { execFile } from "node:child_process";
import { chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { whenParentEnds } from "./end-with-parent.ts";

const run = promisify(execFile);

/** A PostgreSQL for this run only, with its own folder and port. It ends with this process, even by kill -9. */
export interface PostgresServer {
  readonly url: string;
  /** Its files. */
  readonly folder: string;
  /** `immediate`: as after a crash, connections break and the server recovers from its log. */
  restart(mode: "fast" | "immediate"): Promise<void>;
  /** Ends every connection, as a failover or a network does. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

/** The folder of PostgreSQL's programs, where a package of Debian put them; undefined where it is not installed. */
export async function findPostgres(): Promise<string | undefined> {
  const parent = "/usr/lib/postgresql";
  const versions = await readdir(parent).catch(() => []);
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1);
  return newest === undefined ? undefined : join(parent, newest, "bin");
}

/** Of the user `nobody`, where this one is root, as whom the server does not run. */
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** `programs`: their folder. */
export async function startPostgres(programs: string, port: number): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-postgres-"));
  if (owner.uid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const call = (program: string, ...args: string[]) =>
    run(join(programs, program), ["-D", data, ...args], { ...owner, cwd: folder });
  const stop = '"$1" -D "$2/data" -m immediate stop; rm -rf "$2"';
  const callOff = whenParentEnds(stop, [join(programs, "pg_ctl"), folder], owner);
  await call("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync");
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await call("pg_ctl", "-w", "-l", join(folder, "log"), "-o", settings, "start");
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    folder,
    async restart(mode) {
      await call("pg_ctl", "-w", "-l", join(folder, "log"), "-m", mode, "restart");
    },
    async cut() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()");
      await client.end();
    },
    async close() {
      await call("pg_ctl", "-w", "-m", "immediate", "stop").catch(() => {});
      await rm(folder, { recursive: true, force: true });
      callOff();
    },
  };
}
