/** Time after which a job has allocated its memory, in ms: it decodes its pictures in the first seconds. */
const growMs = 20_000;

interface MemoryGateOptions {
  /** Maximum memory of a job, in MB. */
  readonly jobMb: number;
  readonly freeMb: () => Promise<number>;
  /** Called when jobs begin to wait for memory. */
  readonly onWait: (freeMb: number) => void;
}

/**
 * Admits a job only if enough memory is free for it, since other programs of the machine use memory too. One job at a
 * time is always admitted.
 */
export class MemoryGate {
  readonly #options: MemoryGateOptions;
  /** Start times of recent jobs, which may not have allocated their memory yet. */
  #begun: number[] = [];
  #isWaiting = false;

  constructor(options: MemoryGateOptions) {
    this.#options = options;
  }

  /** How many of `wanted` further jobs may begin while `running` jobs run. */
  async admit(wanted: number, running: number, now = Date.now()): Promise<number> {
    const { jobMb, freeMb, onWait } = this.#options;
    this.#begun = running === 0 ? [] : this.#begun.filter((at) => now - at < growMs).slice(-running);
    const free = (await freeMb()) - this.#begun.length * jobMb;
    const fitting = Math.max(0, Math.floor(free / jobMb));
    const admitted = Math.min(wanted, Math.max(fitting, running === 0 ? 1 : 0));
    const isWaiting = admitted === 0;
    if (isWaiting && !this.#isWaiting) onWait(free);
    this.#isWaiting = isWaiting;
    return admitted;
  }

  /** Records that `count` jobs begin. */
  began(count: number, now = Date.now()): void {
    this.#begun.push(...Array<number>(count).fill(now));
  }
}
