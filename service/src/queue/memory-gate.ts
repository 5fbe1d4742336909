/** Time after which a job has allocated its memory, in ms: pictures are decoded in its first seconds. */
const growMs = 20_000;

interface MemoryGateOptions {
  /** Most memory of a job, in MB. */
  readonly jobMb: number;
  readonly freeMb: () => Promise<number>;
  /** Called when jobs begin to wait for memory. */
  readonly onWait: (freeMb: number) => void;
}

/**
 * Admits a job only if as much memory is free as it may take: other programs use some, and another machine may have
 * more. One job at a time is always admitted.
 */
export class MemoryGate {
  readonly #options: MemoryGateOptions;
  /** When the last jobs began, which might not have allocated their memory yet. */
  #begun: number[] = [];
  #isWaiting = false;

  constructor(options: MemoryGateOptions) {
    this.#options = options;
  }

  /** How many of `wanted` further jobs may begin while `running` run. */
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

  /** Call it for the jobs that begin. */
  began(count: number, now = Date.now()): void {
    this.#begun.push(...Array<number>(count).fill(now));
  }
}
