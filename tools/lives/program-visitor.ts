import type { VisitorStatus } from "@/lib/domain/visitor-api/visitor-api";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import type { ToldOpening } from "./openings";
import { runApp } from "./program";
import { type HeldNumber, type Outside, SHOP, type Visitor } from "./visitor";

/** A person with an app that does what `docs/apps.md` says, in simulated time. */
export class ProgramVisitor implements Visitor {
  readonly name: string;
  readonly openedAtMs: number;
  readonly waitsSinceMs: number;
  readonly numbers: readonly HeldNumber[] = [];
  readonly openings: readonly ToldOpening[] = [];
  admittedAtMs: number | null = null;
  /** The app was told that it is over, or that something is missing. */
  elsewhere: string | null = null;
  status: VisitorStatus | null = null;
  isGone = false;
  private lastReply = "";
  readonly turnSinceMs = null;
  private readonly outside: Outside;
  private readonly http: HttpClient;

  constructor(outside: Outside, index: number) {
    this.outside = outside;
    this.name = `app ${index}`;
    this.openedAtMs = outside.clock.nowMs;
    this.waitsSinceMs = this.openedAtMs;
    this.http = new HttpClient({ address: outside.newAddress() });
  }

  get isHonestlyWaiting(): boolean {
    const isThere = !this.isGone && this.elsewhere === null && this.status !== null;
    return isThere && this.admittedAtMs === null;
  }

  get says(): string {
    return this.elsewhere ?? `${JSON.stringify(this.status)}, after ${this.lastReply}`;
  }

  disappear(): void {
    this.isGone = true;
  }

  start(): void {
    const { origin, customerId, eventId, clock } = this.outside;
    const query = new URLSearchParams({ c: customerId, e: eventId, t: SHOP });
    const world = {
      fetch: (url: string, init: RequestInit = {}) => this.fetch(url, init),
      setTimeout: (run: () => void, ms: number) => clock.agenda.at(clock.nowMs + ms, run),
    };
    runApp(`${origin}/?${query}`, world, (status) => {
      this.status = status;
    }).then(
      (address) => this.end(new URL(address)),
      (error: unknown) => {
        this.elsewhere = error instanceof Error ? error.message : String(error);
      },
    );
  }

  private end(url: URL): void {
    if (!url.searchParams.has("queueittoken")) {
      this.elsewhere = url.pathname;
      return;
    }
    this.admittedAtMs = this.outside.clock.nowMs;
    this.outside.onAdmitted(this);
  }

  private async fetch(url: string, { method, headers, body }: RequestInit): Promise<Response> {
    // Nobody is there any more: what the app asked is never answered.
    if (this.isGone) return new Promise(() => {});
    const form = body instanceof URLSearchParams ? Object.fromEntries(body) : null;
    const sent = this.http.send(method === "POST" ? "POST" : "GET", new URL(url), {
      form,
      headers: Object.fromEntries(new Headers(headers)),
    });
    const reply = await this.outside.track(sent);
    this.lastReply = `${method} ${url}: ${reply.status} ${reply.body}`;
    return new Response(reply.body, { status: reply.status || 503 });
  }
}
