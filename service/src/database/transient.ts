/** Codes of PostgreSQL while it starts, stops, fails over or ends a deadlock. */
const passingStates = /^(08...|40001|40P01|53300|57P0[1-3])$/;

const brokenConnections = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
];

/** Messages of the driver that have no code. */
const brokenMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether `error`, or its cause, is unrelated to the query: the same query may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (passingStates.test(code) || brokenConnections.includes(code) || brokenMessages.test(error.message)) return true;
  return isTransient(error.cause);
}

/** Whether the server rolled the query back because of concurrent ones: nothing of it was kept. */
export function isUndone(error: unknown): boolean {
  return error instanceof Error && /^(40001|40P01)$/.test(codeOf(error));
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
