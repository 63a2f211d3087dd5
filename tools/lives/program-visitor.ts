import { AsyncLocalStorage } from "node:async_hooks";
import type { VisitorStatus } from "@/lib/domain/visitor-api/visitor-api";
import { type AppsClient, type ClientWorld, loadAppsClient } from "@/tools/shared/apps-client";
import { Visitor } from "./visitor";

const worlds = new AsyncLocalStorage<ClientWorld>();

function here(): ClientWorld {
  const world = worlds.getStore();
  if (world === undefined) throw new Error("A program runs in no world.");
  return world;
}

/** The client of `docs/apps.md` as it stands there, for every program of this process. */
let loaded: Promise<AppsClient> | null = null;

/** No program goes on: without one that may, nothing in this process pays for knowing in which world it runs. */
export function endApps(): void {
  worlds.disable();
}

/** Proofs take a second of the processor. */
function giveUp(): never {
  throw new Error("challenge");
}

/** A person with an app that does what `docs/apps.md` says, in simulated time. */
export class ProgramVisitor extends Visitor {
  private status: VisitorStatus | null = null;
  private lastReply = "";

  override get isHonestlyWaiting(): boolean {
    const isThere = !this.isGone && this.elsewhere === null && this.status !== null;
    return isThere && this.admittedAtMs === null;
  }

  override get says(): string {
    return this.elsewhere ?? `${JSON.stringify(this.status)}, after ${this.lastReply}`;
  }

  /** Waits and enters. The app may be told that it is over, or that something is missing. */
  async start(): Promise<void> {
    try {
      this.admit(new URL(await this.waitAndEnter()));
    } catch (error) {
      this.elsewhere = error instanceof Error ? error.message : String(error);
    }
  }

  private async waitAndEnter(): Promise<string> {
    const { clock } = this.life;
    const world: ClientWorld = {
      fetch: (url, init) => this.fetch(url, init),
      setTimeout: (run, ms) => clock.agenda.at(clock.nowMs + ms, run),
    };
    loaded ??= loadAppsClient({
      fetch: (...given) => here().fetch(...given),
      setTimeout: (...given) => here().setTimeout(...given),
    });
    const client = await loaded;
    const show = (status: VisitorStatus): void => {
      this.status = status;
    };
    const app = { stored: client.nobody(), save: async () => {}, show, solve: giveUp };
    return worlds.run(world, () => client.waitAndEnter(this.entrance.href, app));
  }

  private async fetch(url: string, { method, headers, body }: RequestInit): Promise<Response> {
    // Nobody is there any more: what the app asked is never answered.
    if (this.isGone) return new Promise(() => {});
    const form = body instanceof URLSearchParams ? Object.fromEntries(body) : null;
    const sent = { form, headers: Object.fromEntries(new Headers(headers)) };
    const reply = await this.send(method === "POST" ? "POST" : "GET", new URL(url), sent);
    this.lastReply = `${method} ${url}: ${reply.status} ${reply.body}`;
    return new Response(reply.body, { status: reply.status || 503 });
  }
}
