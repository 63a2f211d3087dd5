import { type EventRef, eventKeys } from "@/lib/line/keys";
import type { HttpClient, Reply } from "@/rehearsal/crowd/http-client";
import { parseJson } from "@/waiting-room/client/parse-json";
import { ask, NAVIGATION, newClaim } from "../shared/ask";
import { sleep, until } from "../shared/time";
import type { Cluster } from "./cluster";
import { newClient, type Rooms } from "./guests";

export const SCRIPT = { accept: "application/json", "sec-fetch-site": "same-origin" } as const;

type Form = Readonly<Record<string, string>>;

export type RoomAnswer = {
  /** 0 when no answer came. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
};

/** A browser at one event, which asks what the page and its script may ask. */
export class Browser {
  readonly client: HttpClient;
  private readonly origin: string;
  private readonly event: EventRef;

  constructor(origin: string, event: EventRef, client: HttpClient) {
    this.origin = origin;
    this.event = event;
    this.client = client;
  }

  copy(port?: number): Browser {
    const client = this.client.copy(port === undefined ? undefined : { dial: () => port });
    return new Browser(this.origin, this.event, client);
  }

  /** What is below the line of the event; a form makes it a POST. */
  async ask(path: string, form: Form | null = null): Promise<RoomAnswer> {
    const { status, body } = await this.send(path, form);
    const fields = parseJson(body);
    return { status, body: typeof fields === "object" ? { ...fields } : {} };
  }

  send(path: string, form: Form | null = null): Promise<Reply> {
    return this.to(`/line/${this.event.customerId}/${this.event.eventId}/${path}`, form, SCRIPT);
  }

  page(query = "", headers: Form = NAVIGATION): Promise<Reply> {
    return this.to(`/?c=${this.event.customerId}&e=${this.event.eventId}${query}`, null, headers);
  }

  to(path: string, form: Form | null = null, headers: Form = NAVIGATION): Promise<Reply> {
    const url = new URL(path, this.origin);
    return this.client.send(form === null ? "GET" : "POST", url, { headers, form });
  }

  async join(more: Form = {}): Promise<number | null> {
    const { body } = await this.ask("join", { joinId: newClaim(), ...more });
    return typeof body["number"] === "number" ? body["number"] : null;
  }

  /** Joins, says that it is there, and resolves once its number is called. Throws where it is not in time. */
  async untilCalled(withinMs?: number): Promise<void> {
    await this.join();
    await this.ask("near", {});
    const isCalled = async () => (await this.ask("status")).body["turn"] === true;
    await until("the number is called", isCalled, withinMs);
  }

  /** Asks for a slot as long as the answer is "wait"; answers the token, or null. */
  async enter(claim: string, withinMs: number): Promise<string | null> {
    const endsAtMs = performance.now() + withinMs;
    while (performance.now() < endsAtMs) {
      const { status, body } = await this.ask("enter", { claim });
      const token = tokenOf(body["redirectUrl"]);
      if (token !== null || (status === 200 && body["status"] !== "wait")) return token;
      await sleep(Math.min(500, Number(body["retryAfterMs"]) || 500));
    }
    return null;
  }
}

/** A new browser, which goes to any of the waiting rooms as a balancer would send it. */
export function newBrowser(rooms: Rooms, event: EventRef): Browser {
  return new Browser(rooms.stack.urls.waitingRoom, event, newClient(rooms));
}

/** What an app with a mobile SDK asks of a waiting room; its text is empty where no answer came. */
export async function askForApp(port: number, event: EventRef): Promise<Reply> {
  const path = `/api/mobileapp/queue/${event.customerId}/${event.eventId}/enqueue`;
  const headers = { "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify({ userId: newClaim() }) };
  return ask(`http://127.0.0.1:${port}${path}`, sent);
}

/** The queue token in an address; null where there is none. */
export function tokenOf(address: unknown): string | null {
  if (typeof address !== "string" || !URL.canParse(address)) return null;
  return new URL(address).searchParams.get("queueittoken");
}

/** Lets line time of an event pass at once, and waits until every waiting room knows. */
export async function passLineTime(cluster: Cluster, event: EventRef, ms: number): Promise<void> {
  await cluster.redis.hincrby(eventKeys(event).line, "correctionMs", ms);
  const wantedMs = await lineTime(cluster, event);
  const browser = newBrowser(cluster, event);
  await Promise.all(
    cluster.roomPorts.map((port) =>
      until(`the waiting room on ${port} has heard of it`, async () => {
        const { status, body } = await browser.copy(port).ask("1/line.json");
        return status === 200 && Number(body["now"]) >= wantedMs - 1_000;
      }),
    ),
  );
  // A process that has the time may still hold the state of before: one refresh more.
  await sleep(700);
}

export async function lineTime({ redis }: Cluster, event: EventRef): Promise<number> {
  const [time, correctionMs] = await Promise.all([
    redis.time(),
    redis.hget(eventKeys(event).line, "correctionMs"),
  ]);
  return Number(time[0]) * 1_000 + Math.floor(Number(time[1]) / 1_000) + Number(correctionMs);
}
