import { z } from "zod";
import type { PublicLine } from "@/lib/domain/line/public-line";
import { textsIn } from "@/lib/domain/page-texts/texts-in";
import { HttpClient } from "@/rehearsal/crowd/http-client";
import { NAVIGATION, newClaim } from "@/tools/shared/ask";
import { NO_ANSWER, readAnswer } from "@/waiting-room/client/answer";
import type { Question } from "@/waiting-room/client/ask";
import { keepsakesOf } from "@/waiting-room/client/keepsakes";
import { isPageData, type PageData } from "@/waiting-room/client/page-data";
import { parseJson } from "@/waiting-room/client/parse-json";
import { screenOf } from "@/waiting-room/client/screen-of";
import { type Session, startSession } from "@/waiting-room/client/session";
import type { Visitor as PageState, Waiting } from "@/waiting-room/client/visitor";
import { wordsIn } from "@/waiting-room/client/words";
import type { Life } from "./life";
import { type ToldOpening, withOpening } from "./order";

export type Code = { readonly text: string; readonly lane: string | null };

export type HeldNumber = {
  readonly runId: number;
  readonly lane: number;
  readonly number: number;
  /** By the draw, or after it; before that numbers are those of the members, in the order in which they joined. */
  readonly isDrawn: boolean;
};

/** As anybody sees one who waits. Times are those of the monotonic clock. */
export abstract class Visitor {
  readonly name: string;
  readonly openedAtMs: number;
  /** Since when they do without a break what they are told to do. */
  waitsSinceMs: number;
  /** Every number held, the newest last. */
  numbers: readonly HeldNumber[] = [];
  openings: readonly ToldOpening[] = [];
  admittedAtMs: number | null = null;
  /** Since when the page says that it is their turn, in simulated time that has passed; null while it does not. */
  turnSinceMs: number | null = null;
  /** What they see instead of the line; null while they see it. */
  elsewhere: string | null = null;
  /** Nobody is there any more: nothing is asked. */
  isGone = false;
  /** Rises with each page that is loaded: timers of a page before do nothing. */
  protected load = 0;
  protected readonly life: Life;
  protected readonly http: HttpClient;

  constructor(life: Life, kind: "visitor" | "app") {
    this.life = life;
    this.name = `${kind} ${life.visitors.length}`;
    this.openedAtMs = life.clock.nowMs;
    this.waitsSinceMs = this.openedAtMs;
    this.http = new HttpClient({ address: life.house.newAddress() });
  }

  /** They do what they are told, and neither they nor an operator has ended the wait. */
  abstract get isHonestlyWaiting(): boolean;

  abstract get says(): string;

  disappear(): void {
    this.load += 1;
    this.isGone = true;
  }

  protected get entrance(): URL {
    const { origin, customerId } = this.life.house;
    const query = new URLSearchParams({ c: customerId, e: this.life.eventId, t: SHOP });
    return new URL(`/?${query}`, origin);
  }

  protected admit(url: URL): void {
    if (!url.searchParams.has("queueittoken")) {
      this.elsewhere = `at ${url.pathname} without a pass`;
      return;
    }
    this.load += 1;
    const isFirst = this.admittedAtMs === null;
    this.admittedAtMs = this.life.clock.nowMs;
    if (isFirst) this.life.witness.noteAdmitted(this);
  }

  protected send(...asked: Parameters<HttpClient["send"]>) {
    return this.life.underWay.track(this.http.send(...asked));
  }
}

const SHOP = "https://shop.example/tickets";
const WORDS = wordsIn("en", textsIn("en").screen);
const joinedSchema = z.object({
  number: z.number(),
  line: z.object({ run: z.number(), lane: z.number() }),
});
const spentSchema = z.object({ code: z.literal("code-spent") });

/** One person with a browser, whose waiting page runs its own client in simulated time. */
export class PageVisitor extends Visitor {
  /** An operator has ended the place. */
  isCancelled = false;
  /** The device sleeps or the tab is hidden: the page may ask late. */
  private isAsleep = false;
  private state: PageState | null = null;
  private readonly kept = new Map<string, string>();
  private readonly code: Code | undefined;
  private session: Session | null = null;

  constructor(life: Life, code: Code | undefined) {
    super(life, "visitor");
    this.code = code;
  }

  get waiting(): Extract<PageState["place"], { kind: "waiting" }> | null {
    const place = this.state?.place;
    return place?.kind === "waiting" ? place : null;
  }

  override get isHonestlyWaiting(): boolean {
    const isThere = !this.isGone && !this.isAsleep && this.elsewhere === null;
    const isWaitedFor = ["waiting", "none", "full"].includes(this.state?.place.kind ?? "");
    return isThere && this.admittedAtMs === null && !this.isCancelled && isWaitedFor;
  }

  override get says(): string {
    const { place, line } = this.state ?? {};
    return this.elsewhere ?? JSON.stringify({ place, line });
  }

  /** Opens the waiting page, or loads it anew. Whoever has a code joins with it by the form of the code page. */
  async open(): Promise<void> {
    if (this.code !== undefined && this.waiting === null) await this.joinByCode(this.code);
    return this.navigate(this.entrance);
  }

  private async joinByCode({ text: code, lane }: Code): Promise<void> {
    const reply = await this.submit("join", { joinId: newClaim(), code, t: SHOP });
    const body = parseJson(reply.body);
    const { witness } = this.life;
    const isSpent = spentSchema.safeParse(body).success;
    if (isSpent && this.admittedAtMs === null && !this.isCancelled)
      witness.note(`The code of ${this.name} is used, and nobody was let in.`);
    const joined = joinedSchema.safeParse(body);
    if (lane !== null && joined.success) witness.noteJoinedByCode(this, joined.data.line, lane);
  }

  async setGone(isGone: boolean): Promise<void> {
    if (this.isGone === isGone) return;
    this.isGone = isGone;
    this.load += 1;
    this.state = null;
    this.turnSinceMs = null;
    this.waitsSinceMs = this.life.clock.nowMs;
    if (!isGone) await this.open();
  }

  /** A sleeping device runs no timers; it asks again when it wakes. */
  setAsleep(isAsleep: boolean): void {
    if (this.isAsleep === isAsleep || this.session === null) return;
    this.isAsleep = isAsleep;
    this.turnSinceMs = null;
    this.waitsSinceMs = this.life.clock.nowMs;
    this.session.wake(isAsleep);
  }

  async leave(): Promise<void> {
    await this.submit("leave", {});
    this.disappear();
    this.state = null;
  }

  private async navigate(first: URL): Promise<void> {
    this.load += 1;
    this.elsewhere = null;
    let url = first;
    for (let hop = 0; hop < 4; hop += 1) {
      const reply = await this.send("GET", url, { headers: NAVIGATION });
      const { location } = reply.headers;
      if (location === undefined) return this.show(url, reply.status, reply.body);
      url = new URL(location, url);
      if (url.origin !== this.life.house.origin) return this.admit(url);
    }
    this.elsewhere = "sent around";
  }

  private show(url: URL, status: number, body: string): void {
    const text = /<script type="application\/json" id="stanchion">([^<]*)</.exec(body)?.[1];
    const page = text === undefined ? null : parseJson(text);
    if (isPageData(page)) {
      this.startPage(page);
      return;
    }
    this.state = null;
    this.elsewhere = `${url.pathname} ${status}`;
  }

  private startPage(page: PageData): void {
    const { random, house } = this.life;
    const { clock, origin } = house;
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
        const url = new URL(address, origin);
        if (url.origin === origin) void this.navigate(url);
        else this.admit(url);
      },
      keepsakes: keepsakesOf("lives", store, newClaim),
      keptPlace: { read: () => null, keep: () => {}, forget: () => {} },
    });
  }

  private note(state: PageState): void {
    this.state = state;
    const { place, line } = state;
    const { nowMs, aheadMs } = this.life.clock;
    if (line !== null) this.openings = withOpening(this.openings, line, nowMs);
    const isWaiting = place.kind === "waiting" && line !== null;
    if (isWaiting) this.noteNumber(place, line);
    if (!isWaiting || screenOf(state, nowMs, WORDS).name !== "turn") this.turnSinceMs = null;
    else this.turnSinceMs ??= aheadMs;
  }

  private noteNumber({ number, joinedAtMs }: Waiting, line: PublicLine) {
    const { run: runId, lane, draw, startAt } = line;
    const last = this.numbers.at(-1);
    if (last?.runId === runId && last.lane === lane && last.number === number) return;
    const isMember = joinedAtMs === null || startAt === null || joinedAtMs < startAt;
    const isDrawn = Boolean(draw?.opensAt) && (!isMember || last?.runId === runId);
    const held = { runId, lane, number, isDrawn };
    this.numbers = [...this.numbers, held];
    this.life.witness.noteNumber(this, held);
  }

  private async ask({ step, path, form }: Question) {
    const url = new URL(path, this.life.house.origin);
    const headers = { accept: "application/json" };
    const reply = await (form === null
      ? this.send("GET", url, { headers })
      : this.post(path, form));
    if (reply.status === 0) return NO_ANSWER;
    return readAnswer(step, reply.status, parseJson(reply.body));
  }

  private post(path: string, form: Readonly<Record<string, string>>) {
    const { origin } = this.life.house;
    const headers = { accept: "application/json", origin, "sec-fetch-site": "same-origin" };
    return this.send("POST", new URL(path, origin), { form, headers });
  }

  /** Sends a form of the page. */
  private submit(action: "join" | "leave", form: Readonly<Record<string, string>>) {
    return this.post(`/line/${this.life.house.customerId}/${this.life.eventId}/${action}`, form);
  }
}
