import { integer, type Random } from "./random.ts";
import { spliceStructure } from "./structure.ts";

/** A way of damaging a file; does not write to the input. */
export type Mutation = (file: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

/** Numbers that often break parsers: zero, one, signs, limits of their types, and sizes whose product overflows. */
const awkwardNumbers = [0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];

const mutations: readonly (readonly [weight: number, Mutation])[] = [
  [2, truncate],
  [4, flipBits],
  [3, setBytes],
  [4, setNumber],
  [1, removeBlock],
  [1, repeatBlock],
  [1, swapBlocks],
  [1, joinHalves],
  [8, spliceStructure],
];

/**
 * Applies one to four mutations, determined by the random numbers. Half of them affect the first 512 bytes, where
 * headers are.
 */
export function mutate(file: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const rounds = 1 + Math.floor(random() ** 2 * 4);
  let mutant = file;
  // Copied each time: slices of a Buffer share its memory, and mutations write to theirs.
  for (let round = 0; round < rounds && mutant.length > 0; round++) {
    mutant = new Uint8Array(choose(random)(mutant, random, other));
  }
  return mutant;
}

function choose(random: Random): Mutation {
  let rest = random() * mutations.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, mutation] of mutations) {
    rest -= weight;
    if (rest < 0) return mutation;
  }
  return flipBits;
}

function place(file: Uint8Array, random: Random): number {
  return integer(random, random() < 0.5 ? Math.min(file.length, 512) : file.length);
}

function truncate(file: Uint8Array, random: Random): Uint8Array {
  return file.slice(0, place(file, random));
}

function flipBits(file: Uint8Array, random: Random): Uint8Array {
  const mutant = file.slice();
  for (let count = 1 + integer(random, 8); count > 0; count--) mutant[place(file, random)] ^= 1 << integer(random, 8);
  return mutant;
}

function setBytes(file: Uint8Array, random: Random): Uint8Array {
  const mutant = file.slice();
  const start = place(file, random);
  mutant.fill(integer(random, 256), start, start + 1 + integer(random, 16));
  return mutant;
}

/** An awkward number of 2 or 4 bytes in either order. */
function setNumber(file: Uint8Array, random: Random): Uint8Array {
  const mutant = file.slice();
  const bytes = random() < 0.5 ? 2 : 4;
  if (mutant.length < bytes) return mutant;
  const at = Math.min(place(file, random), mutant.length - bytes);
  const value = awkwardNumbers[integer(random, awkwardNumbers.length)] + integer(random, 3) - 1;
  const view = new DataView(mutant.buffer);
  const littleEndian = random() < 0.5;
  if (bytes === 2) view.setUint16(at, value, littleEndian);
  else view.setUint32(at, value, littleEndian);
  return mutant;
}

function removeBlock(file: Uint8Array, random: Random): Uint8Array {
  const start = place(file, random);
  return Buffer.concat([file.subarray(0, start), file.subarray(start + 1 + integer(random, 64))]);
}

function repeatBlock(file: Uint8Array, random: Random): Uint8Array {
  const start = place(file, random);
  const block = file.subarray(start, start + 1 + integer(random, 64));
  const times = 1 + integer(random, 8);
  return Buffer.concat([file.subarray(0, start), ...Array<Uint8Array>(times).fill(block), file.subarray(start)]);
}

function swapBlocks(file: Uint8Array, random: Random): Uint8Array {
  const mutant = file.slice();
  const length = 1 + integer(random, 64);
  const [from, to] = [place(file, random), place(file, random)];
  mutant.set(file.subarray(from, from + length).subarray(0, file.length - to), to);
  return mutant;
}

/** Joins the beginning of one file and the end of another. */
function joinHalves(file: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  return Buffer.concat([file.subarray(0, place(file, random)), other.subarray(place(other, random))]);
}
