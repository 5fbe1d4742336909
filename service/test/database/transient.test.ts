import { expect, test } from "vitest";
import { isTransient, isUndone } from "../../src/database/transient.ts";

function failure(message: string, code?: string, cause?: Error): Error {
  return Object.assign(new Error(message, { cause }), code === undefined ? {} : { code });
}

test.each([
  ["a server that stops", failure("terminating connection", "57P01"), true],
  ["a server that crashed", failure("terminating connection", "57P02"), true],
  ["a server that starts", failure("the database system is starting up", "57P03"), true],
  ["a deadlock", failure("deadlock detected", "40P01"), true],
  ["a connection that was refused", failure("connect", "ECONNREFUSED"), true],
  ["a connection that broke", failure("Connection terminated unexpectedly"), true],
  ["a broken connection's rollback", failure("Client has encountered a connection error and is not queryable"), true],
  ["what one of those caused", failure("timeout", undefined, failure("read", "ECONNRESET")), true],
  ["a name that is taken", failure("duplicate key", "23505"), false],
  ["a wrong password", failure("password authentication failed", "28P01"), false],
  ["a full disk", failure("no space left on device", "53100"), false],
  ["a text", "57P01", false],
])("%s: whether the same may succeed later", (_, error, expected) => {
  expect(isTransient(error)).toBe(expected);
});

test.each([
  ["a deadlock", failure("deadlock detected", "40P01"), true],
  ["a transaction that met another", failure("could not serialize access", "40001"), true],
  ["a server that stops", failure("terminating connection", "57P01"), false],
  ["a connection that broke", failure("Connection terminated unexpectedly"), false],
  ["a text", "40P01", false],
])("%s: whether everything was rolled back", (_, error, expected) => {
  expect(isUndone(error)).toBe(expected);
});
