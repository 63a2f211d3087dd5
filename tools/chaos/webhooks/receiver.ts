import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as later } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { serve } from "../../shared/serve";

/** What a receiver has of one message: in which stream it belongs, as which it was raised, and when. */
type Message = {
  readonly id: string;
  readonly timestamp: string;
  readonly event: { readonly id: string } | null;
  readonly data: { readonly n?: number };
};

/** How a receiver treats the attempt number `attempt` (from 0) of a message. */
export type Manner = (
  response: ServerResponse,
  attempt: number,
  id: string,
) => Promise<unknown> | unknown;

const take = (response: ServerResponse) => response.writeHead(204).end();

/** Manners of receivers: `half` fails half of its requests, and each message once at most. */
export const MANNERS = {
  good: take,
  slow: async (response) => {
    await later(1_000);
    take(response);
  },
  half: (response, attempt, id) => {
    const isEven = (createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 0;
    return isEven && attempt === 0 ? response.writeHead(500).end() : take(response);
  },
  cut: async (response, attempt) => {
    if (attempt > 0) return take(response);
    response.writeHead(200, { "content-length": 100 }).write("so far");
    await later(20);
    return response.destroy();
  },
} as const satisfies Readonly<Record<string, Manner>>;

/** A customer's server that notes what it has taken, and checks each signature with the specification's own library. */
export class Receiver {
  /** When each message was taken for the first time, by its number, and how long after it happened. */
  readonly taken = new Map<number, number>();
  unsigned = 0;
  outOfOrder = 0;
  requests = 0;
  secret = "";
  readonly #attempts = new Map<string, number>();
  readonly #newest = new Map<string, number>();
  readonly #manner: Manner;

  constructor(manner: Manner) {
    this.#manner = manner;
  }

  listen(at = 0): ReturnType<typeof serve> {
    return serve((request, response) => void this.#receive(request, response), { at });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    this.requests += 1;
    const message = this.#verified(request, text);
    if (message === null) {
      this.unsigned += 1;
      response.writeHead(401).end();
      return;
    }
    const attempt = this.#attempts.get(message.id) ?? 0;
    this.#attempts.set(message.id, attempt + 1);
    await this.#manner(response, attempt, message.id);
    if (response.statusCode < 300 && response.writableEnded) this.#note(message);
  }

  #verified(request: IncomingMessage, text: string): Message | null {
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]));
    try {
      // It answers what it has parsed.
      return new Webhook(this.secret).verify(text, headers) as Message;
    } catch {
      return null;
    }
  }

  #note({ event, data: { n }, timestamp }: Message): void {
    // What else happens at the customer has no number.
    if (event === null || n === undefined || this.taken.has(n)) return;
    this.taken.set(n, Date.now() - Date.parse(timestamp));
    const newest = this.#newest.get(event.id) ?? -1;
    if (n < newest) this.outOfOrder += 1;
    this.#newest.set(event.id, Math.max(n, newest));
  }
}
