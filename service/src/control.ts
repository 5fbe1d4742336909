import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { AccountTask } from "./account-task.ts";
import { ConfigError } from "./config/config.ts";

// A socket in the data folder. Commands of the same user reach a service through it, since only the service can open
// the embedded database.

/** Systems allow about a hundred bytes. If the path is longer, the service must be stopped before a command can run. */
const longestPath = 100;
const longestTask = 65_536;

type Answer = { readonly text: string } | { readonly refused: string } | { readonly failed: string };

function pathOf(dataDir: string): string | undefined {
  const path = join(dataDir, "control.sock");
  return process.platform !== "win32" && Buffer.byteLength(path) <= longestPath ? path : undefined;
}

/** Accepts tasks until the returned function is called. The caller has locked the folder. */
export async function listenForTasks(
  dataDir: string,
  perform: (task: AccountTask) => Promise<string>,
): Promise<() => Promise<void>> {
  const path = pathOf(dataDir);
  if (path === undefined) return async () => {};
  await rm(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket, perform));
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  await chmod(path, 0o600);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function answer(socket: Socket, perform: (task: AccountTask) => Promise<string>): Promise<void> {
  socket.on("error", () => {});
  const reply = await read(socket)
    .then(async (text): Promise<Answer> => ({ text: await perform(JSON.parse(text) as AccountTask) }))
    .catch((error): Answer => {
      const message = error instanceof Error ? error.message : String(error);
      return error instanceof ConfigError ? { refused: message } : { failed: message };
    });
  socket.end(JSON.stringify(reply));
}

/** The answer of the service that runs on the data folder; undefined if none listens. Throws `ConfigError`. */
export async function askService(dataDir: string, task: AccountTask): Promise<string | undefined> {
  const path = pathOf(dataDir);
  const socket = path === undefined ? undefined : await open(path);
  if (!socket) return undefined;
  socket.end(JSON.stringify(task));
  const reply = JSON.parse(await read(socket)) as Answer;
  if ("text" in reply) return reply.text;
  throw "refused" in reply ? new ConfigError(reply.refused) : new Error(reply.failed);
}

function open(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path, allowHalfOpen: true });
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(undefined));
  });
}

async function read(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  // An iterator would close the socket, and the answer could not be sent.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > longestTask) throw new Error("the task is too long");
  }
  return Buffer.concat(chunks).toString("utf8");
}
