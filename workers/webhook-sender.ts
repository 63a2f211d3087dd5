import type { Logger } from "@/lib/platform/observability/logger";
import { sendStream } from "@/lib/services/sites/webhook/send-streams";
import {
  type ClaimedStream,
  claimStreams,
  RENEW_EVERY_MS,
  renewLeases,
} from "@/lib/services/sites/webhook/streams";

/** Streams that a process sends at the same time. Each waits for a receiver most of the time. */
const STREAMS_MAX = 64;

/**
 * Sends webhooks beside the jobs of a worker, so that a slow receiver holds up no round: each stream of each endpoint for
 * itself, a few of each endpoint at a time.
 */
export class WebhookSender {
  #isClosing = false;
  #isClaiming = false;
  readonly #sending = new Map<ClaimedStream, Promise<void>>();
  readonly #renewing: NodeJS.Timeout;
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
    this.#renewing = setInterval(() => void this.#renew(), RENEW_EVERY_MS);
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
    await Promise.all(this.#sending.values());
    clearInterval(this.#renewing);
  }

  #send(stream: ClaimedStream): void {
    const sending = sendStream(stream, () => !this.#isClosing)
      .catch((error: unknown) => this.#log.error({ error, stream }, "Webhooks were not sent."))
      .then(() => {
        this.#sending.delete(stream);
        return this.begin();
      })
      // The next round of the job tries again.
      .catch(() => undefined);
    this.#sending.set(stream, sending);
  }

  async #renew(): Promise<void> {
    if (this.#sending.size === 0) return;
    // What is not renewed is sent by somebody else, which changes nothing but the time.
    await renewLeases([...this.#sending.keys()]).catch(() => undefined);
  }
}
