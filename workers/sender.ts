import type { Logger } from "@/lib/platform/observability/logger";

/** Those that a process sends at the same time. Each waits for a receiver most of the time. */
const MOST = 64;

/** What is sent, how it is claimed for this process, and how the claims are kept while it is under way. */
export type Sent<Claimed> = {
  readonly claim: (most: number) => Promise<readonly Claimed[]>;
  /** `goesOn` says no once the process is about to end. */
  readonly send: (claimed: Claimed, goesOn: () => boolean) => Promise<void>;
  readonly renew: (claimed: readonly Claimed[]) => Promise<void>;
  readonly renewEveryMs: number;
  /** For the log: what was not sent. */
  readonly name: string;
};

/**
 * Sends beside the jobs of a worker, so that a slow receiver holds up no round: each claim for itself, a few of each
 * receiver at a time.
 */
export class Sender<Claimed> {
  #isClosing = false;
  #isClaiming = false;
  readonly #sending = new Map<Claimed, Promise<void>>();
  readonly #renewing: NodeJS.Timeout;
  readonly #sent: Sent<Claimed>;
  readonly #log: Logger;

  constructor(sent: Sent<Claimed>, log: Logger) {
    this.#sent = sent;
    this.#log = log;
    this.#renewing = setInterval(() => void this.#renew(), sent.renewEveryMs);
  }

  /** Takes up what is due, and goes on for as long as there is more. */
  async begin(): Promise<void> {
    if (this.#isClaiming || this.#isClosing) return;
    this.#isClaiming = true;
    try {
      const free = MOST - this.#sending.size;
      const claimed = free === 0 ? [] : await this.#sent.claim(free);
      for (const one of claimed) this.#send(one);
    } finally {
      this.#isClaiming = false;
    }
  }

  /** Lets the requests that are under way end. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#sending.values());
    clearInterval(this.#renewing);
  }

  #send(claimed: Claimed): void {
    const { send, name } = this.#sent;
    const sending = send(claimed, () => !this.#isClosing)
      .catch((error: unknown) => this.#log.error({ error, claimed }, `${name} were not sent.`))
      .then(() => {
        this.#sending.delete(claimed);
        return this.begin();
      })
      // The next round of the job tries again.
      .catch(() => undefined);
    this.#sending.set(claimed, sending);
  }

  async #renew(): Promise<void> {
    if (this.#sending.size === 0) return;
    // What is not renewed is sent by somebody else, which changes nothing but the time.
    await this.#sent.renew([...this.#sending.keys()]).catch(() => undefined);
  }
}
