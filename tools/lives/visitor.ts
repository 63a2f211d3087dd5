import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { NO_ANSWER, readAnswer } from "@/waiting-room/client/answer";
import type { Question } from "@/waiting-room/client/ask";
import { keepsakesOf } from "@/waiting-room/client/keepsakes";
import { isPageData, type PageData } from "@/waiting-room/client/page-data";
import { parseJson } from "@/waiting-room/client/parse-json";
import { screenOf } from "@/waiting-room/client/screen-of";
import { type Session, startSession } from "@/waiting-room/client/session";
import type { Visitor as PageState, Waiting } from "@/waiting-room/client/visitor";
import { wordsIn } from "@/waiting-room/client/words";
import { type ToldOpening, withOpening } from "./openings";
import type { SimulatedClock } from "./simulated-clock";

/** What a visitor's browser talks to. */
export type Outside = {
  readonly clock: SimulatedClock;
  readonly origin: string;
  readonly customerId: string;
  readonly eventId: string;
  /** Nobody else's, in no other life: limits of addresses last longer than a life. */
  readonly newAddress: () => string;
  /** Of the visitors' random choices, in [0, 1). */
  readonly random: () => number;
  /** Counts a question that is under way. */
  readonly track: <Result>(asked: Promise<Result>) => Promise<Result>;
  readonly onAdmitted: (visitor: Visitor) => void;
  readonly onNumber: (visitor: PageVisitor, held: HeldNumber) => void;
  /** A code that let nobody in was refused as used. */
  readonly onCodeSpent: (visitor: Visitor) => void;
  /** Somebody joined with a code of a lane. */
  readonly onJoinedByCode: (visitor: Visitor, line: Joined, lane: string) => void;
};

/** Which line somebody has joined. */
export type Joined = { readonly run: number; readonly lane: number };

/** An access code, and the key of the lane that it was made for. */
export type Code = { readonly text: string; readonly lane: string | null };

/** As anybody sees one who waits. */
export type Visitor = {
  readonly name: string;
  readonly openedAtMs: number;
  /** Since when they do without a break what they are told to do. */
  readonly waitsSinceMs: number;
  /** Every number held, the newest last. */
  readonly numbers: readonly HeldNumber[];
  /** Every opening that the page was told of, the newest last. */
  readonly openings: readonly ToldOpening[];
  readonly admittedAtMs: number | null;
  readonly isHonestlyWaiting: boolean;
  /** Since when the page says that it is their turn, in simulated time that has passed; null while it does not. */
  readonly turnSinceMs: number | null;
  /** What they are told, for people. */
  readonly says: string;
  /** Nobody is there any more. */
  readonly disappear: () => void;
};

export type HeldNumber = {
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  /** By the draw, or after it; before that numbers are those of the members, in the order in which they joined. */
  readonly isDrawn: boolean;
};

export const SHOP = "https://shop.example/tickets";
const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
} as const;
const HOPS = 4;
const WORDS = wordsIn("en", textsIn("en").screen);
const joinedSchema = z.object({
  number: z.number(),
  line: z.object({ run: z.number(), lane: z.number() }),
});

/** One person with a browser, whose waiting page runs its own client in simulated time. */
export class PageVisitor implements Visitor {
  readonly name: string;
  /** By the monotonic clock. */
  readonly openedAtMs: number;
  waitsSinceMs: number;
  numbers: readonly HeldNumber[] = [];
  openings: readonly ToldOpening[] = [];
  admittedAtMs: number | null = null;
  /** By what has passed of simulated time: real time is the machine's. */
  turnSinceMs: number | null = null;
  /** Nobody is there any more: the page asks nothing. */
  isGone = false;
  /** The device sleeps or the tab is hidden: the page may ask late. */
  isAsleep = false;
  state: PageState | null = null;
  /** An operator has ended the place. */
  isCancelled = false;
  /** What the browser shows instead of a waiting page: its path and status; null while it shows one. */
  elsewhere: string | null = null;
  private readonly outside: Outside;
  private readonly http: HttpClient;
  private readonly kept = new Map<string, string>();
  private readonly code: Code | null;
  private session: Session | null = null;
  /** Rises with each page that is loaded: timers of a page before do nothing. */
  private load = 0;

  constructor(outside: Outside, index: number, code: Code | null) {
    this.outside = outside;
    this.name = `visitor ${index}`;
    this.code = code;
    this.openedAtMs = outside.clock.nowMs;
    this.waitsSinceMs = this.openedAtMs;
    this.http = new HttpClient({ address: outside.newAddress() });
  }

  /** The place that the visitor holds, as the page shows it. */
  get waiting(): Extract<PageState["place"], { kind: "waiting" }> | null {
    const place = this.state?.place;
    return place?.kind === "waiting" ? place : null;
  }

  /** The visitor does what the page asks: it is open, and neither it nor an operator has ended the wait. */
  get isHonestlyWaiting(): boolean {
    const isThere = !this.isGone && !this.isAsleep && this.elsewhere === null;
    return isThere && this.admittedAtMs === null && !this.isCancelled && this.isWaitedFor;
  }

  /** What the page says, for people. */
  get says(): string {
    const { place, line } = this.state ?? {};
    return this.elsewhere ?? JSON.stringify({ place, line });
  }

  private get isWaitedFor(): boolean {
    const kind = this.state?.place.kind;
    return kind === "waiting" || kind === "none" || kind === "full";
  }

  noteCancelled(): void {
    this.isCancelled = true;
  }

  /** The life is over: nothing is asked any more. */
  disappear(): void {
    this.load += 1;
    this.isGone = true;
  }

  /** Opens the waiting page, or loads it anew. Whoever has a code joins with it by the form of the code page. */
  async open(): Promise<void> {
    const { origin, customerId, eventId } = this.outside;
    if (this.code !== null && this.state?.place.kind !== "waiting")
      await this.joinByCode(this.code);
    const query = new URLSearchParams({ c: customerId, e: eventId, t: SHOP });
    return this.navigate(new URL(`/?${query}`, origin));
  }

  private async joinByCode({ text: code, lane }: Code): Promise<void> {
    const { origin, customerId, eventId, track } = this.outside;
    const url = new URL(`/line/${customerId}/${eventId}/join`, origin);
    const form = { joinId: randomBytes(16).toString("base64url"), code, t: SHOP };
    const reply = await track(this.http.send("POST", url, { form, headers: this.own() }));
    const body = parseJson(reply.body);
    const isSpent =
      typeof body === "object" && body !== null && "code" in body && body.code === "code-spent";
    if (isSpent && this.admittedAtMs === null && !this.isCancelled) this.outside.onCodeSpent(this);
    const joined = joinedSchema.safeParse(body);
    if (lane === null || !joined.success) return;
    this.outside.onJoinedByCode(this, joined.data.line, lane);
  }

  /** Closes the page, or comes back to it. */
  async setGone(isGone: boolean): Promise<void> {
    if (this.isGone === isGone) return;
    this.isGone = isGone;
    this.load += 1;
    this.state = null;
    this.turnSinceMs = null;
    this.waitsSinceMs = this.outside.clock.nowMs;
    if (!isGone) await this.open();
  }

  /** A sleeping device runs no timers; it asks again when it wakes. */
  setAsleep(isAsleep: boolean): void {
    if (this.isAsleep === isAsleep || this.session === null) return;
    this.isAsleep = isAsleep;
    this.turnSinceMs = null;
    this.waitsSinceMs = this.outside.clock.nowMs;
    this.session.wake(isAsleep);
  }

  /** Gives the place back by the page's form. */
  async leave(): Promise<void> {
    const { origin, customerId, eventId } = this.outside;
    const url = new URL(`/line/${customerId}/${eventId}/leave`, origin);
    await this.outside.track(this.http.send("POST", url, { form: {}, headers: this.own() }));
    this.load += 1;
    this.isGone = true;
    this.state = null;
  }

  private async navigate(first: URL): Promise<void> {
    this.load += 1;
    this.elsewhere = null;
    let url = first;
    for (let hop = 0; hop < HOPS; hop += 1) {
      const reply = await this.outside.track(this.http.send("GET", url, { headers: NAVIGATION }));
      const { location } = reply.headers;
      if (location === undefined) return this.show(url, reply.status, reply.body);
      url = new URL(location, url);
      if (url.origin !== this.outside.origin) return this.admit(url);
    }
    this.elsewhere = "sent around";
  }

  private admit(url: URL): void {
    if (!url.searchParams.has("queueittoken")) {
      this.elsewhere = "at the site without a pass";
      return;
    }
    this.load += 1;
    const isFirst = this.admittedAtMs === null;
    this.admittedAtMs = this.outside.clock.nowMs;
    if (isFirst) this.outside.onAdmitted(this);
  }

  private show(url: URL, status: number, body: string): void {
    const text = /<script type="application\/json" id="stanchion">([^<]*)</.exec(body)?.[1];
    const page = text === undefined ? null : parseJson(text);
    if (!isPageData(page)) {
      this.state = null;
      this.elsewhere = `${url.pathname} ${status}`;
      return;
    }
    this.startPage(page);
  }

  private startPage(page: PageData): void {
    const { clock, random } = this.outside;
    const mine = this.load;
    const isCurrent = () => this.load === mine;
    const store = {
      get: (key: string) => this.kept.get(key) ?? null,
      set: (key: string, value: string) => void this.kept.set(key, value),
    };
    this.session = startSession(page, {
      nowMs: () => clock.nowMs,
      random,
      ask: async (question) => {
        const answer = await this.ask(question);
        // The line let them in, though the page was closed before it heard so.
        const isUnheard = !isCurrent() && "redirectUrl" in answer;
        if (isUnheard && answer.redirectUrl !== null) this.admit(new URL(answer.redirectUrl));
        return answer;
      },
      after: (ms, run) => {
        let isOff = false;
        const act = (): void => {
          if (isOff || !isCurrent()) return;
          // Nothing runs on a device that sleeps.
          if (this.isAsleep) clock.agenda.at(clock.nowMs + 1_000, act);
          else run();
        };
        clock.agenda.at(clock.nowMs + ms, act);
        return () => {
          isOff = true;
        };
      },
      show: (state) => {
        if (isCurrent()) this.note(state);
      },
      go: (address) => {
        if (!isCurrent()) return;
        const url = new URL(address, this.outside.origin);
        if (url.origin === this.outside.origin) void this.navigate(url);
        else this.admit(url);
      },
      keepsakes: keepsakesOf("lives", store, () => randomBytes(16).toString("base64url")),
      keptPlace: { read: () => null, keep: () => {}, forget: () => {} },
    });
  }

  private note(state: PageState): void {
    this.state = state;
    const { place, line } = state;
    if (line !== null) this.openings = withOpening(this.openings, line, this.outside.clock.nowMs);
    if (place.kind !== "waiting" || line === null) {
      this.turnSinceMs = null;
      return;
    }
    this.noteNumber(place, line);
    const isTurn = screenOf(state, this.outside.clock.nowMs, WORDS).name === "turn";
    if (!isTurn) this.turnSinceMs = null;
    else this.turnSinceMs ??= this.outside.clock.aheadMs;
  }

  private noteNumber(
    { number, joinedAtMs }: Waiting,
    { run: runId, lane, draw, startAt }: PublicLine,
  ) {
    const last = this.numbers.at(-1);
    if (last?.runId === runId && last.lane === lane && last.number === number) return;
    const isMember = joinedAtMs === null || startAt === null || joinedAtMs < startAt;
    const isDrawn = Boolean(draw?.opensAt) && (!isMember || last?.runId === runId);
    const held = { runId, lane, number, isDrawn };
    this.numbers = [...this.numbers, held];
    this.outside.onNumber(this, held);
  }

  private async ask({ step, path, form }: Question) {
    const url = new URL(path, this.outside.origin);
    const headers = form === null ? { accept: "application/json" } : this.own();
    const sent = this.http.send(form === null ? "GET" : "POST", url, { form, headers });
    const reply = await this.outside.track(sent);
    if (reply.status === 0) return NO_ANSWER;
    return readAnswer(step, reply.status, parseJson(reply.body));
  }

  private own() {
    const { origin } = this.outside;
    return { accept: "application/json", origin, "sec-fetch-site": "same-origin" };
  }
}
