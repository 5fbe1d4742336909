import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { isTransient } from "../database/transient.ts";
import { EngineFailure } from "../engine/calls.ts";
import { databaseAway, diskFull, engineAway, type HttpError, storageAway, storeAway } from "../errors/http-error.ts";
import { isDiskBroken, isDiskFull, isStorageUnavailable } from "../storage/storage.ts";

/** The answer for a failure of the service that passes, so that the same request may succeed later. */
export function troubleOf(error: Error): HttpError | undefined {
  if (isDiskFull(error)) return diskFull();
  if (isDiskBroken(error)) return storageAway();
  // Before the database, whose connections break with the same codes.
  if (isStorageUnavailable(error)) return storeAway();
  if (isTransient(error)) return databaseAway();
  // A process that ended is replaced; one that took too long was overloaded.
  const isOver = error instanceof EngineFailure && ["crashed", "cancelled", "limits"].includes(error.kind);
  return isOver ? engineAway() : undefined;
}

/** Answers by code of Node's HTTP parser; any other code is a 400. */
const answers: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive in time; send it again."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The address and the headers are longer than allowed."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ["413 Payload Too Large", "The extensions of the body's chunks are too long."],
};
const malformed = ["400 Bad Request", "This is not a valid HTTP request."] as const;

/** Answers requests that the HTTP parser refuses, in the shape of every other error, and closes the connection. */
export function answerUnreadable(this: FastifyInstance, error: Error & { code: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  this.log.debug({ err: error }, "an invalid HTTP request arrived");
  const [status, message] = Object.hasOwn(answers, error.code) ? answers[error.code] : malformed;
  const body = JSON.stringify({ message, detail: {} });
  if (socket.writable && !isAnswering(socket)) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

/** Whether part of an answer was sent already: a second would be read as its continuation. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { readonly _httpMessage?: { readonly headersSent: boolean } };
  return answer?.headersSent === true;
}
