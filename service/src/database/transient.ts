/** What PostgreSQL answers while it starts, stops, fails over or has to end one of two that wait for each other. */
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

/** Said by the driver, without a code. */
const brokenMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** Whether `error`, or what caused it, says nothing of the query: the same may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (passingStates.test(code) || brokenConnections.includes(code) || brokenMessages.test(error.message)) return true;
  return isTransient(error.cause);
}

/** Whether the server said that it undid the query, because of others that ran beside it: nothing of it stands. */
export function isUndone(error: unknown): boolean {
  return error instanceof Error && /^(40001|40P01)$/.test(codeOf(error));
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
