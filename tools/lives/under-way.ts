import type { SimulatedClock } from "./simulated-clock";

/** Whoever has no answer after so long is held until time passes. */
const HELD_NS = 100_000_000n;
/** Nothing tells that a question is held: it is looked for this often, in real time. */
const LOOK_MS = 1;

/** The questions of visitors that are not answered yet. */
export class UnderWay {
  private count = 0;
  private asked = 0;
  private answered = (): void => {};
  private readonly clock: SimulatedClock;
  /** How many are held by the waiting room until time passes. */
  private readonly held: () => number;

  constructor(clock: SimulatedClock, held: () => number) {
    this.clock = clock;
    this.held = held;
  }

  async track<Result>(question: Promise<Result>): Promise<Result> {
    this.count += 1;
    this.asked += 1;
    try {
      return await question;
    } finally {
      this.count -= 1;
      this.answered();
    }
  }

  /** Waits until every question is answered, but for those that wait for time to pass. */
  async settled(most: number): Promise<boolean> {
    const startedAt = this.asked;
    let [asked, count, idleSince] = [this.asked, this.count, process.hrtime.bigint()];
    for (;;) {
      await new Promise(setImmediate);
      if (this.isQuiet) {
        // What follows an answer runs before the next turn.
        await new Promise(setImmediate);
        if (this.isQuiet) return true;
      }
      if (this.asked - startedAt > most) return false;
      await this.nextAnswer();
      if (asked !== this.asked || count !== this.count)
        [asked, count, idleSince] = [this.asked, this.count, process.hrtime.bigint()];
      else if (process.hrtime.bigint() - idleSince > HELD_NS) return true;
    }
  }

  /** Waits for an answer, a little at most: whoever looks again and again takes the processor from who answers. */
  private nextAnswer(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      this.answered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private get isQuiet(): boolean {
    return this.count <= this.clock.sleeping + this.held();
  }
}
