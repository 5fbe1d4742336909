const serviceBlows = ["service", "service alone"] as const;
const databaseBlows = ["database", "database, in order", "connections"] as const;

/**
 * What is ended: the service with its engines or without (the engines are left to end by themselves), its engines; its
 * database as by a crash or in order, its connections to that. `store`: the disk under its files is full for a while.
 */
export type Blow = (typeof serviceBlows)[number] | "engines" | (typeof databaseBlows)[number] | "store";

export interface Moment {
  readonly blow: Blow;
  /** After the service listens, or after its start where `isEarly`. */
  readonly afterMs: number;
  /** Falls into the start itself. */
  readonly isEarly?: boolean;
}

export interface MomentOptions {
  readonly count: number;
  /** The machine's speed has its say in what happens at them. */
  readonly seed: number;
  /** A blow comes so long after the service listens, at most. */
  readonly longestMs: number;
  /** Whether there is a server of databases, or a store that fills, to be struck as well. */
  readonly has: { readonly postgres: boolean; readonly store: boolean };
}

/** One in eight falls into a start. That meets the service alone: a start may fail where what it needs is away. */
export function randomMoments({ count, seed, longestMs, has }: MomentOptions): Moment[] {
  const random = randomFrom(seed);
  const all: readonly Blow[] = [
    ...serviceBlows,
    "engines",
    ...(has.postgres ? databaseBlows : []),
    // As often as all others together.
    ...(has.store ? Array.from({ length: has.postgres ? 6 : 3 }, () => "store" as const) : []),
  ];
  return Array.from({ length: count }, (_, i) => {
    const isEarly = i > 0 && random() < 0.125;
    const afterMs = Math.round(random() * longestMs);
    const blows = isEarly ? serviceBlows : all;
    return { blow: blows[Math.floor(random() * blows.length)], afterMs, isEarly };
  });
}

/** Mulberry32: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
