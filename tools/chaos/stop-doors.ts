import type { EventRef } from "@/lib/line/keys";
import { HttpClient, type Reply } from "@/rehearsal/crowd/http-client";
import { newClaim } from "../shared/ask";
import { sleep } from "../shared/time";

const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const JSON_ONLY = { accept: "application/json", "sec-fetch-site": "same-origin" };
const CALLED_WITHIN_MS = 30_000;

/** A browser at one event, by one of the waiting rooms. */
export class Caller {
  private readonly client: HttpClient;
  private readonly room: string;
  private readonly event: EventRef;
  private readonly claim = newClaim();

  constructor(room: string, event: EventRef, client = new HttpClient()) {
    this.room = room;
    this.event = event;
    this.client = client;
  }

  /** The same browser, whose next request another waiting room gets. */
  at(room: string): Caller {
    return Object.assign(new Caller(room, this.event, this.client.copy()), { claim: this.claim });
  }

  page(query = "", headers: Readonly<Record<string, string>> = HTML): Promise<Reply> {
    const { customerId, eventId } = this.event;
    return this.get(`/?c=${customerId}&e=${eventId}${query}`, headers);
  }

  program(): Promise<Reply> {
    return this.page("", { accept: "application/json" });
  }

  refusedToken(): Promise<Reply> {
    const { customerId, eventId } = this.event;
    return this.get(`/error/hash?c=${customerId}&e=${eventId}`, HTML);
  }

  /** What everybody may read of the line. */
  async lineText(): Promise<string> {
    return (await this.get(`${this.line}/1/line.json`, JSON_ONLY)).body;
  }

  status(): Promise<Reply> {
    return this.get(`${this.line}/status`, JSON_ONLY);
  }

  enter(): Promise<Reply> {
    return this.post(`${this.line}/enter`, { claim: this.claim });
  }

  app(): Promise<Reply> {
    const { customerId, eventId } = this.event;
    const url = new URL(`/api/mobileapp/queue/${customerId}/${eventId}/enqueue`, this.room);
    return fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userId: newClaim() }),
    }).then(
      async (reply) => ({ status: reply.status, headers: {}, body: await reply.text() }),
      () => ({ status: 0, headers: {}, body: "" }),
    );
  }

  staffLink(link: string): Promise<Reply> {
    const { customerId, eventId } = this.event;
    return this.post(`/staff/${customerId}/${eventId}`, { link });
  }

  /** Joins, and comes back once the turn has come. False where it does not in time. */
  async isCalled(): Promise<boolean> {
    await this.post(`${this.line}/join`, { joinId: newClaim() });
    await this.post(`${this.line}/near`, {});
    for (const endsAtMs = performance.now() + CALLED_WITHIN_MS; performance.now() < endsAtMs; ) {
      if (/"turn":true/.test((await this.status()).body)) return true;
      await sleep(500);
    }
    return false;
  }

  private get line(): string {
    const { customerId, eventId } = this.event;
    return `/line/${customerId}/${eventId}`;
  }

  private get(path: string, headers: Readonly<Record<string, string>>): Promise<Reply> {
    return this.client.send("GET", new URL(path, this.room), { headers });
  }

  private post(path: string, form: Readonly<Record<string, string>>): Promise<Reply> {
    return this.client.send("POST", new URL(path, this.room), { headers: JSON_ONLY, form });
  }
}

/** True for an answer that lets somebody in at the site. */
export function issues({ headers, body }: Reply): boolean {
  return /~rt_|stanchionpass=/.test(`${headers.location ?? ""} ${body}`);
}

/** A door of one event, with the visitor who stands before it. */
export type Door = {
  readonly name: string;
  readonly isOfStaff?: boolean;
  readonly use: (room: string) => Promise<Reply>;
};

/** The doors of an event that let somebody in now: each was tried, those with a place by another visitor. */
export async function openDoors(room: string, event: EventRef, link: string): Promise<Door[]> {
  const anew = (at: string) => new Caller(at, event);
  const [waiting, entered] = [anew(room), anew(room)];
  const areCalled = await Promise.all([waiting.isCalled(), entered.isCalled()]);
  const isIn = areCalled[1] && issues(await entered.enter());
  const newcomers: Door[] = [
    { name: "page", use: (at) => anew(at).page() },
    { name: "from the site", use: (at) => anew(at).page(`&t=${encodeURIComponent(room)}`) },
    { name: "app", use: (at) => anew(at).app() },
    { name: "staff link", isOfStaff: true, use: (at) => anew(at).staffLink(link) },
  ];
  const returning: Door[] = [
    { name: "page again", use: (at) => entered.at(at).page() },
    { name: "check-in again", use: (at) => entered.at(at).status() },
    { name: "program again", use: (at) => entered.at(at).program() },
    { name: "refused token", use: (at) => entered.at(at).refusedToken() },
    { name: "enter again", use: (at) => entered.at(at).enter() },
  ];
  const tried = isIn ? [...newcomers, ...returning] : newcomers;
  const open: Door[] = [];
  for (const door of tried) if (issues(await door.use(room))) open.push(door);
  // It is not tried before: its visitor would be in.
  if (areCalled[0] && isIn) open.push({ name: "enter", use: (at) => waiting.at(at).enter() });
  return open;
}
