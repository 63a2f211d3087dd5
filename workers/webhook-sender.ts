import type { Logger } from "@/lib/platform/observability/logger";
import { sendStream } from "@/lib/services/sites/webhook/send-streams";
import { type ClaimedStream, claimStreams } from "@/lib/services/sites/webhook/streams";

/** Streams that a process sends at the same time. Each waits for a receiver most of the time. */
const STREAMS_MAX = 64;

/**
 * Sends webhooks beside the jobs of a worker, so that a slow receiver holds up no round: each stream of each endpoint for
 * itself, a few of each endpoint at a time.
 */
export class WebhookSender {
  #isClosing = false;
  #isClaiming = false;
  readonly #sending = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Takes up what is due, and goes on for as long as there is more. */
  async begin(): Promise<void> {
    if (this.#isClaiming || this.#isClosing) return;
    this.#isClaiming = true;
    try {
      const free = STREAMS_MAX - this.#sending.size;
      const claimed = free === 0 ? [] : await claimStreams(free);
      for (const stream of claimed) this.#send(stream);
    } finally {
      this.#isClaiming = false;
    }
  }

  /** Lets the requests that are under way end. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#sending);
  }

  #send(stream: ClaimedStream): void {
    const sending = sendStream(stream, () => !this.#isClosing)
      .catch((error: unknown) => this.#log.error({ error, stream }, "Webhooks were not sent."))
      .then(() => {
        this.#sending.delete(sending);
        return this.begin();
      })
      // The next round of the job tries again.
      .catch(() => undefined);
    this.#sending.add(sending);
  }
}
