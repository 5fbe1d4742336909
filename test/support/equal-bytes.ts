import { expect } from "vitest";

/**
 * Treats typed arrays of the same bytes as equal: `toEqual` compares each sample as a property, which takes a second
 * for a picture. If anything differs, it continues as usual and reports it.
 */
expect.addEqualityTesters([(a, b) => (isBytes(a) && isBytes(b) && haveSameBytes(a, b) ? true : undefined)]);

function isBytes(value: unknown): value is ArrayBufferView {
  return ArrayBuffer.isView(value);
}

function haveSameBytes(a: ArrayBufferView, b: ArrayBufferView): boolean {
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b) || a.byteLength !== b.byteLength) return false;
  const [left, right] = [a, b].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return left.equals(right);
}
