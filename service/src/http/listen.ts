import type { FastifyInstance } from "fastify";

/** The service cannot listen on its address or port; the message is a sentence for the operator. */
export class ListenFailure extends Error {
  override readonly name = "ListenFailure";
}

interface Place {
  readonly host: string;
  readonly port: number;
}

const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `port ${port} of ${host} is in use by another program; stop that one, or choose another with --port`,
  EACCES: ({ port }) => `port ${port} is closed to this user; choose one above 1023 with --port`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine; choose one with --host`,
  ENOTFOUND: ({ host }) => `${host} does not resolve to an address; choose one with --host`,
};

/** Listens, and returns the address. Throws `ListenFailure`. */
export async function listen(app: FastifyInstance, place: Place): Promise<string> {
  try {
    return await app.listen({ host: place.host, port: place.port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!Object.hasOwn(reasons, code)) throw error;
    throw new ListenFailure(reasons[code](place), { cause: error });
  }
}

/** Finishes running requests for at most `waitMs`, then closes the remaining connections. */
export async function closeServer(app: FastifyInstance, waitMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), waitMs);
  await app.close().finally(() => clearTimeout(timer));
}
