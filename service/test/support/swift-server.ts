import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { whenParentEnds } from "./end-with-parent.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);

/** An S3-compatible store of this run alone: OpenStack Swift with its S3 interface, one replica, no login service. */
export interface SwiftServer {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Its files, and its processes. */
  readonly folder: string;
  readonly pids: readonly number[];
  close(): Promise<void>;
}

/** Debian's packages that hold the programs; `.ci/run install` installs them. */
export const swiftPackages = ["swift-proxy", "swift-object", "swift-container", "swift-account"];

const stores = ["account", "container", "object"] as const;
const credentials = { accessKeyId: "test:tester", secretAccessKey: "testing" };
const bucket = "lightwell-test";
/** Swift's programs are Python of the system, whatever else is first in the PATH. */
const python = "/usr/bin/python3";
const startMs = 60_000;

export function isSwiftInstalled(): boolean {
  return ["proxy", ...stores].every((name) => existsSync(programOf(name)));
}

/**
 * Starts the four programs on free ports of the loopback and makes a bucket; takes some seconds. They end with this
 * process, even by kill -9, except with `outlives`.
 */
export async function startSwift({ outlives = false } = {}): Promise<SwiftServer> {
  const folder = await mkdtemp(join(tmpdir(), "lightwell-swift-"));
  const programs: ChildProcess[] = [];
  let callOff = () => {};
  const close = async () => {
    for (const program of programs) {
      if (program.exitCode !== null || program.signalCode !== null) continue;
      program.ref();
      program.kill("SIGKILL");
      await once(program, "exit");
    }
    await rm(folder, { recursive: true, force: true });
    callOff();
  };
  try {
    for (const part of ["etc", "srv/d1"]) await mkdir(join(folder, part), { recursive: true });
    const suffix = "swift_hash_path_suffix = lightwell\nswift_hash_path_prefix = lightwell\n";
    await writeFile(
      join(folder, "etc", "swift.conf"),
      `[swift-hash]\n${suffix}[storage-policy:0]\nname = one\ndefault = yes\n`,
    );
    const ports: number[] = [];
    for (const _ of stores) ports.push(await freePort());
    await run(python, ["-c", ringScript, ...stores.flatMap((store, i) => [ringFile(folder, store), `${ports[i]}`])]);
    for (const [i, store] of stores.entries()) programs.push(await startStore(folder, store, ports[i]));
    const port = await freePort();
    await writeFile(join(folder, "etc", "proxy.conf"), proxySettings(folder, port));
    programs.push(await startProgram(folder, "proxy"));
    const endpoint = `http://127.0.0.1:${port}`;
    await makeBucket({ endpoint, credentials }, bucket);
    const pids = programs.flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
    if (!outlives)
      callOff = whenParentEnds('folder=$1; shift; kill -9 "$@"; sleep 1; rm -rf "$folder"', [folder, ...pids]);
    return { endpoint, bucket, credentials, folder, pids, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Writes rings of one device each; `swift-ring-builder` takes a second of a processor for each of its three steps. */
const ringScript = `
import sys
from swift.common.ring import RingBuilder
for path, port in zip(sys.argv[1::2], map(int, sys.argv[2::2])):
    builder = RingBuilder(6, 1, 1)
    address = {"ip": "127.0.0.1", "port": port, "replication_ip": "127.0.0.1", "replication_port": port}
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "device": "d1", "weight": 1, "meta": "", **address})
    builder.rebalance()
    builder.get_ring().save(path)
`;

function ringFile(folder: string, store: string): string {
  return join(folder, "etc", `${store}.ring.gz`);
}

async function startStore(folder: string, store: (typeof stores)[number], port: number): Promise<ChildProcess> {
  await writeFile(
    join(folder, "etc", `${store}.conf`),
    `${commonSettings(folder, port)}devices = ${join(folder, "srv")}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${store}-server
[app:${store}-server]
use = egg:swift#${store}
`,
  );
  return startProgram(folder, store);
}

async function startProgram(folder: string, name: string): Promise<ChildProcess> {
  const log = await open(join(folder, `${name}.log`), "a");
  const program = spawn(python, [programOf(name), join(folder, "etc", `${name}.conf`)], {
    stdio: ["ignore", log.fd, log.fd],
  });
  await once(program, "spawn");
  // It may outlive this process, which need not wait for it.
  program.unref();
  await log.close();
  return program;
}

function programOf(name: string): string {
  return `/usr/bin/swift-${name}-server`;
}

/** `workers = 0`: one process each, which a signal ends whole. */
function commonSettings(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${join(folder, "etc")}
workers = 0
log_address = /dev/null
`;
}

function proxySettings(folder: string, port: number): string {
  return `${commonSettings(folder, port)}
[pipeline:main]
pipeline = catch_errors proxy-logging cache s3api tempauth symlink slo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
check_bucket_owner = false
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:symlink]
use = egg:swift#symlink
[filter:slo]
use = egg:swift#slo
`;
}

/** As soon as the store takes it, and objects within it: its programs need not be ready at the same time. */
export async function makeBucket(
  { endpoint, credentials }: Pick<SwiftServer, "endpoint" | "credentials">,
  bucket: string,
): Promise<void> {
  const client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials, maxAttempts: 1 });
  const probe = { Bucket: bucket, Key: "probe" };
  try {
    await retry(() => client.send(new CreateBucketCommand({ Bucket: bucket })));
    await retry(() => client.send(new PutObjectCommand({ ...probe, Body: "" })));
    await retry(() => client.send(new DeleteObjectCommand(probe)));
  } finally {
    client.destroy();
  }
}

async function retry(act: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + startMs; ; await sleep(250)) {
    try {
      await act();
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
