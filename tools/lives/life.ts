import { z } from "zod";
import { db } from "@/lib/db/client";
import type { EventSettings } from "@/lib/domain/event/settings";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { readSnapshot } from "@/lib/line/commands/snapshot";
import { stopEvent } from "@/lib/services/event/control/stop";
import { advanceDraws } from "@/lib/services/event/draw/advance";
import { createEvent } from "@/lib/services/event/manage/create";
import { getEvent } from "@/lib/services/event/manage/get";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import { changeSchedules } from "@/lib/services/event/schedule/change-schedule";
import { endScheduledEvents } from "@/lib/services/event/schedule/end-scheduled";
import { startOccurrences } from "@/lib/services/event/schedule/start-occurrences";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { CreateEventInput } from "@/lib/services/event/settings/schemas";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { removeDeletedEvents } from "@/lib/services/operation/removal/remove-deleted";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import type { House } from "./house";
import { timeOfLine } from "./line-time";
import { endApps, ProgramVisitor } from "./program-visitor";
import { questionsUnderWay } from "./under-way";
import { type Code, PageVisitor, type Visitor } from "./visitor";
import { BrokenPromise, Witness } from "./witness";

/** A waiting room refreshes its lines at least this often. */
const REFRESH_MS = 500;
const MINUTE_MS = 60_000;
/** The worker looks at schedules this often around the minutes at which something begins or ends, */
const WORKER_MS = 1_000;
/** for so long, */
const MINUTES_MS = 4_000;
/** and this often between them, where it finds nothing. */
const WORKER_MOST_MS = 10_000;
/** A worker removes what is left of a deleted event once so long has passed. */
const LATE_MS = 10 * MINUTE_MS;
/** Whoever asks more often while no time passes does not wait between two questions. */
const MOST_ASKED = 500;
export const SALE = {
  name: "Sale",
  kind: "always-on" as const,
  targetUrl: "https://shop.example/tickets",
};

/** One verb of the services under its own name, which is what it does not know of itself. */
export type NamedVerb<Input> = Readonly<
  Record<string, (context: ServiceContext, input: Input) => Promise<unknown>>
>;
/** One that is called on an event. */
export type VerbOfEvent<Given> = NamedVerb<{ eventId: string } & Given>;

export function nameAndVerb<Input>(named: NamedVerb<Input>) {
  const [entry] = Object.entries(named);
  if (entry === undefined) throw new Error("There is no verb.");
  return entry;
}

export type Beginning = Partial<CreateEventInput> & { readonly random: () => number };

/** One event from its creation to its end, on what ships. Time passes at once; the witness throws at a broken promise. */
export class Life {
  readonly visitors: Visitor[] = [];
  readonly witness = new Witness(this);
  readonly eventId = `e${crypto.randomUUID().replaceAll("-", "").slice(0, 18)}`;
  readonly codes: Code[] = [];
  /** What the console showed last; null once the event is deleted. */
  view: EventView | null = null;
  readonly house: House;
  /** Of the visitors' random choices, in [0, 1). */
  readonly random: () => number;
  readonly underWay = questionsUnderWay(() => this.clock.sleeping + this.joinsHeld());
  private readonly lineTime: ReturnType<typeof timeOfLine>;
  private workedAtMs = 0;

  private constructor(house: House, random: () => number) {
    this.house = house;
    this.random = random;
    this.lineTime = timeOfLine(house.redis, house.clock);
  }

  static async begin(house: House, { random, ...given }: Beginning): Promise<Life> {
    const life = new Life(house, random);
    await createEvent(life.context, { ...SALE, ...given, eventId: life.eventId });
    await life.comeIntoForce();
    return life;
  }

  get clock() {
    return this.house.clock;
  }

  get context() {
    return this.house.context;
  }

  call<const Given extends object>(named: VerbOfEvent<Given>, given: Given): Promise<boolean> {
    const [name, called] = nameAndVerb(named);
    return this.act(name, () => called(this.context, { eventId: this.eventId, ...given }));
  }

  /** False where it is refused; what it changed is in force afterwards. `said` is what it was said to change at once. */
  async act(verb: string, call: () => Promise<unknown>, said: readonly string[] = []) {
    await this.quiet();
    const before = this.view;
    const isDone = await done(call);
    // What is refused has written nothing.
    await (isDone ? this.comeIntoForce() : this.look());
    if (isDone) this.witness.noteAct(verb, said, before);
    return isDone;
  }

  pageOf(index: number): PageVisitor | undefined {
    const pages = this.visitors.filter((one) => one instanceof PageVisitor);
    return pages[index % Math.max(1, pages.length)];
  }

  async arrive(code?: Code): Promise<void> {
    const visitor = new PageVisitor(this, code);
    this.visitors.push(visitor);
    await this.visit(() => visitor.open());
  }

  async arriveMany(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) await this.arrive();
  }

  async arriveByApp(): Promise<void> {
    const visitor = new ProgramVisitor(this, "app");
    this.visitors.push(visitor);
    await this.visit(() => visitor.start());
  }

  /** Redis was restarted, and has lost nothing: every process that asks notices it. */
  async restartRedis(): Promise<void> {
    await this.quiet();
    await this.lineTime.restart();
    this.witness.flow.noteRestart();
    await this.refresh();
  }

  /** Redis was restarted, and has lost what came in so long. */
  async loseRedis(ms: number): Promise<void> {
    await this.quiet();
    const comeBack = await this.lineTime.copy();
    const sinceMs = this.clock.nowMs;
    await this.pass(ms);
    await this.quiet();
    await comeBack();
    this.witness.noteLoss(sinceMs);
    await this.refresh();
  }

  async count(): Promise<void> {
    const event = await this.published();
    const snapshot = event === null ? null : await readSnapshot(this.house.redis, event);
    if (snapshot !== null) this.witness.checkFigures(snapshot);
  }

  /** Something that a visitor does; it may go on while time passes. */
  async visit(does: () => Promise<void> | void): Promise<void> {
    Promise.resolve(does()).catch((error: unknown) => this.witness.noteFailure(error));
    await this.quiet();
  }

  async pass(ms: number, isOver: () => boolean = () => false): Promise<void> {
    const untilMs = this.clock.nowMs + ms;
    while (this.clock.nowMs < untilMs && !isOver()) {
      const sliceMs = Math.min(untilMs, this.clock.nowMs + REFRESH_MS);
      while (this.clock.agenda.step(Math.max(sliceMs, this.clock.nowMs))) {
        this.lineTime.skipTo(this.clock.agenda.nowMs);
        await this.quiet();
      }
      this.lineTime.skipTo(sliceMs);
      await this.moveOn();
    }
    await this.lineTime.inForce();
    await this.look();
  }

  /** Whether somebody still waits as the page or the answers say, and nothing but the line holds them back. */
  isOwedAdmission(visitor: Visitor): boolean {
    if (!visitor.isHonestlyWaiting) return false;
    return this.view?.inviteOnly !== true || visitor.numbers.length > 0;
  }

  /** The event is stopped and deleted, whatever it is like, and nobody is there any more. */
  async end(): Promise<void> {
    const { context, eventId } = this;
    for (const visitor of this.visitors) visitor.disappear();
    endApps();
    const remove = () => done(() => deleteEvent(context, { eventId, name: SALE.name }));
    if (this.view?.status === "open") await done(() => stopEvent(context, { eventId }));
    if (!(await remove())) {
      await done(() => stopEvent(context, { eventId }));
      await done(() => restoreEvent(context, { eventId }));
      await remove();
    }
    await relayOutbox(this.house.redis);
    // Nobody writes anything of it any more.
    await removeDeletedEvents(this.house.redis, Date.now() + LATE_MS);
    this.house.takeFailures();
  }

  private published(): Promise<EventSettings | null> {
    const { redis, customerId } = this.house;
    return readPublishedEvent(redis, customerId, this.eventId);
  }

  private async look(): Promise<void> {
    const view = await this.readView();
    const published = await this.published();
    this.lineTime.takeEvent(published);
    this.view = view;
    this.witness.look(published);
    const [failure] = this.house.takeFailures();
    if (failure !== undefined) throw failure;
  }

  private async readView(): Promise<EventView | null> {
    try {
      return await getEvent(this.context, { eventId: this.eventId });
    } catch (error) {
      if (error instanceof ServiceError && error.code === "not_found") return null;
      throw error;
    }
  }

  private async moveOn(): Promise<void> {
    const nowMs = Date.now();
    const everyMs = nowMs % MINUTE_MS < MINUTES_MS ? WORKER_MS : WORKER_MOST_MS;
    if (nowMs - this.workedAtMs >= everyMs) {
      this.workedAtMs = nowMs;
      await this.lineTime.inForce();
      await this.work();
    }
    // Without a line there is nothing that time changes.
    if (this.lineTime.isKept()) await this.refresh();
  }

  /** What the worker does for an event that is scheduled; an always-on one without schedules has nothing to do. */
  private async work(): Promise<void> {
    const { view } = this;
    if (view === null || (view.kind === "always-on" && view.schedules.length === 0)) return;
    if (view.draw !== null) await advanceDraws(this.house.redis);
    await endScheduledEvents(this.house.redis);
    await startOccurrences();
    await changeSchedules();
    if ((await db().outboxEntry.count({ where: { relayedAt: null } })) > 0)
      await this.comeIntoForce();
  }

  private async comeIntoForce(): Promise<void> {
    await relayOutbox(this.house.redis);
    this.lineTime.takeEvent(await this.published());
    await this.lineTime.catchUp();
    await this.refresh();
    // The refresh may have made the line.
    await this.lineTime.catchUp();
    await this.look();
  }

  private async refresh(): Promise<void> {
    const { lines, customerId } = this.house;
    await (await lines.find({ customerId, eventId: this.eventId }))?.refresh();
  }

  /** Joins of an opening's first seconds, which go on when these are over. */
  private joinsHeld(): number {
    const { lines, customerId } = this.house;
    return lines.known({ customerId, eventId: this.eventId })?.opening.joinsHeld ?? 0;
  }

  /** Waits until every question is answered. Throws where somebody asks without end. */
  private async quiet(): Promise<void> {
    const isQuiet = await this.underWay.settled(MOST_ASKED);
    this.witness.rethrow();
    if (isQuiet) return;
    const heard = this.visitors.map(({ name, says }) => `${name}: ${says}`);
    throw new BrokenPromise(`${MOST_ASKED} questions within one moment.\n${heard.join("\n")}`);
  }
}

async function done(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    // An action answers both as a refusal.
    if (error instanceof ServiceError || error instanceof z.ZodError) return false;
    throw error;
  }
}
