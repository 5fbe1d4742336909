import type { ErrorKind } from "../errors/index.ts";

/**
 * What the process says when it ends; total over the error kinds. 0 is success, 1 means that some of several files
 * failed.
 */
export const exitCodes: Readonly<Record<ErrorKind, number>> = {
  options: 2,
  input: 3,
  unsupported: 4,
  limits: 5,
  io: 6,
  internal: 70,
  cancelled: 130,
};

export const someFailed = 1;
