/** Simulated time in seconds, and what happens when. */
export class EventLoop {
  now = 0;
  readonly #events = new Heap<() => void>();

  after(seconds: number, act: () => void): void {
    this.#events.push(this.now + seconds, act);
  }

  /** Until nothing is left to happen, or until `end`. */
  run(end = Number.POSITIVE_INFINITY): void {
    for (let next = this.#events.peek(); next !== undefined && next <= end; next = this.#events.peek()) {
      this.now = next;
      this.#events.pop()();
    }
  }
}

/** A binary heap: the smallest key first, equal keys in the order in which they came. */
export class Heap<T> {
  readonly #keys: number[] = [];
  readonly #orders: number[] = [];
  readonly #values: T[] = [];
  #count = 0;

  get size(): number {
    return this.#keys.length;
  }

  peek(): number | undefined {
    return this.#keys[0];
  }

  push(key: number, value: T): void {
    let child = this.#keys.length;
    const order = this.#count++;
    for (let parent = (child - 1) >> 1; child > 0 && this.#keys[parent] > key; parent = (child - 1) >> 1) {
      this.#move(parent, child);
      child = parent;
    }
    this.#put(child, key, order, value);
  }

  /** Only where something is left. */
  pop(): T {
    const first = this.#values[0];
    const [key, order, value] = [this.#keys.pop(), this.#orders.pop(), this.#values.pop()] as [number, number, T];
    const size = this.#keys.length;
    if (size === 0) return first;
    let hole = 0;
    for (let child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && this.#isBefore(child + 1, this.#keys[child], this.#orders[child])) child++;
      if (!this.#isBefore(child, key, order)) break;
      this.#move(child, hole);
      hole = child;
    }
    this.#put(hole, key, order, value);
    return first;
  }

  #isBefore(index: number, key: number, order: number): boolean {
    return this.#keys[index] < key || (this.#keys[index] === key && this.#orders[index] < order);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#keys[from], this.#orders[from], this.#values[from]);
  }

  #put(index: number, key: number, order: number, value: T): void {
    this.#keys[index] = key;
    this.#orders[index] = order;
    this.#values[index] = value;
  }
}

/** Equal servers behind one queue, which serves the smallest priority first. */
export class Station {
  readonly #loop: EventLoop;
  readonly servers: number;
  readonly #waiting = new Heap<{ readonly since: number; readonly begin: (waited: number) => void }>();
  #busy = 0;
  #busySeconds = 0;
  #maxWaiting = 0;

  constructor(loop: EventLoop, servers: number) {
    this.#loop = loop;
    this.servers = servers;
  }

  /** Occupies one server for `seconds` as soon as one is free; `done` learns how many seconds that took. */
  serve(seconds: number, done: (waited: number) => void, priority = 0): void {
    const begin = (waited: number) => {
      this.#busy++;
      this.#busySeconds += seconds;
      this.#loop.after(seconds, () => {
        this.#busy--;
        this.#next();
        done(waited);
      });
    };
    if (this.#busy < this.servers) begin(0);
    else {
      this.#waiting.push(priority, { since: this.#loop.now, begin });
      this.#maxWaiting = Math.max(this.#maxWaiting, this.#waiting.size);
    }
  }

  #next(): void {
    if (this.#waiting.size === 0) return;
    const { since, begin } = this.#waiting.pop();
    begin(this.#loop.now - since);
  }

  /** Server seconds that were used so far. */
  get busySeconds(): number {
    return this.#busySeconds;
  }

  get maxWaiting(): number {
    return this.#maxWaiting;
  }
}

/** Even numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function makeDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A time between events of a Poisson process, or a service time, with this mean. */
export function exponential(dice: () => number, mean: number): number {
  return -mean * Math.log(1 - dice());
}
