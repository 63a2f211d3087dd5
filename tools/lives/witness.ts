import type { EventSettings } from "@/lib/domain/event/settings";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { FiguresWitness } from "./figures";
import { FlowWitness } from "./flow";
import { LanesWitness } from "./lanes";
import { whoWasPassed } from "./openings";
import { ORDER_MS, whoWasOvertaken } from "./order";
import type { SimulatedClock } from "./simulated-clock";
import type { HeldNumber, Joined, Visitor } from "./visitor";

/** A promise that was not kept. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

const MINUTE_MS = 60_000;
/** An admission is heard of a little after its slot: the minutes that are looked at are as much shorter. */
const HEARD_MS = 2_000;
/** "Your turn" is followed by going in within so long, and the time that a slot takes to come. */
const TURN_MS = 25_000;

type InForce = { readonly fromMs: number; readonly most: number; readonly isBounded: boolean };

/** Verbs that say what the outflow becomes, or from when on another one holds. */
const SAYS_OUTFLOW: ReadonlySet<string> = new Set([
  ...["createEvent", "setOutflow", "updateEvent", "startEvent", "publishDraft:admission"],
  ...["letEverybodyThrough", "endLetThrough"],
]);

/** Verbs whose own inputs are the times of the run. */
const SAYS_TIMES: ReadonlySet<string> = new Set(["startNow", "startEvent", "updateEvent"]);

/** A verb that was called, and what the console said beforehand that it changes at once. */
export type Act = {
  readonly verb: string;
  readonly isDone: boolean;
  readonly said: readonly string[];
};

/** Sees what people see from outside, of one event, and throws at the next look once a promise is broken. */
export class Witness {
  private readonly clock: SimulatedClock;
  private readonly holders = new Map<string, Visitor>();
  private readonly slotsAtMs: number[] = [];
  private readonly figures = new FiguresWitness();
  private readonly inForce: InForce[] = [];
  private shown: EventView | null = null;
  private readonly lanes = new LanesWitness();
  private readonly flow = new FlowWitness();
  private failure: unknown = null;
  /** Since when passes may be issued, by what has passed of simulated time; null while none may. */
  private mayIssueSince: number | null = null;

  constructor(clock: SimulatedClock) {
    this.clock = clock;
  }

  /** Something broke beside the path of who plays. */
  noteFailure(error: unknown): void {
    this.failure ??= error;
  }

  rethrow(): void {
    if (this.failure !== null) throw this.failure;
  }

  /** Somebody got a number; `all` have come so far. */
  noteNumber(visitor: Visitor, held: HeldNumber, all: readonly Visitor[]): void {
    const name = `${held.runId}:${held.lane}:${held.number}${held.isDrawn ? " drawn" : ""}`;
    const holder = this.holders.get(name);
    if (holder !== undefined && holder !== visitor)
      this.note(`${visitor.name} and ${holder.name} both hold ${name}.`);
    this.holders.set(name, visitor);
    this.checkOpening(visitor, held, all);
  }

  /** Somebody was never let in, and their code counts as used. */
  noteCodeSpent(visitor: Visitor): void {
    this.note(`The code of ${visitor.name} is used, and nobody was let in.`);
  }

  /** Somebody joined with a code of a lane: into that, whatever became of the others. */
  noteJoinedByCode(visitor: Visitor, line: Joined, lane: string): void {
    if (this.shown?.runId !== line.run) return;
    const { key } = this.shown.lanes.lanes[line.lane] ?? { key: "none" };
    if (key !== lane) this.note(`${visitor.name} has a code of ${lane}, and is in ${key}.`);
  }

  /** The line has counted as many as were let in. */
  checkFigures({ runId, admitted, admittedOutsideCap }: LineSnapshot): void {
    const wrong = this.figures.wrongCount(runId, admitted + admittedOutsideCap);
    if (wrong !== null) this.break(wrong);
  }

  /** Somebody got a pass. */
  noteAdmitted(visitor: Visitor, all: readonly Visitor[]): void {
    const { clock, shown } = this;
    if (shown === null || !issues(shown, Date.now()))
      this.note(`${visitor.name} got a pass, and the console says ${saysOf(shown)}.`);
    this.slotsAtMs.push(clock.nowMs);
    this.flow.noteAdmitted();
    const isPastLine = shown !== null && isOpenToAll(shown);
    this.figures.noteAdmitted({ runId: shown?.runId ?? 0, atMs: clock.nowMs, isPastLine });
    if (shown === null || !isByNumber(shown)) return;
    // Who was called before the outflow fell may be as far behind as it was then.
    const lately = this.inForceSince(clock.nowMs - ORDER_MS - HEARD_MS).map(({ most }) => most);
    const overtaken = whoWasOvertaken(visitor, all, Math.max(0, ...lately));
    if (overtaken !== undefined)
      this.note(`${visitor.name} was let in before ${overtaken.name}, who had waited longer.`);
  }

  /** A verb was called, and what it changed is in force. `before` is what the console showed. */
  noteAct({ verb, isDone, said }: Act, before: EventView | null): void {
    const view = this.shown;
    if (isDone) this.flow.noteAct(verb, view?.runId ?? 0);
    if (!isDone || before?.status !== "open" || view?.status !== "open") return;
    const raised = `from ${before.outflowInForce} to ${view.outflowInForce}`;
    const isSaid = SAYS_OUTFLOW.has(verb) || said.some((one) => one.includes("outflow"));
    if (view.outflowInForce > before.outflowInForce && !isSaid)
      this.break(`${verb} raised the outflow ${raised} and said nothing.`);
    const isMoved = view.endAt !== before.endAt || view.startAt !== before.startAt;
    if (isMoved && !SAYS_TIMES.has(verb) && said.length === 0)
      this.break(`${verb} moved the run to ${view.startAt} – ${view.endAt} and said nothing.`);
  }

  noteRestart(): void {
    this.flow.noteRestart();
  }

  /** Redis has lost what came since a moment of the monotonic clock. */
  noteLoss(sinceMs: number): void {
    this.figures.noteLoss(sinceMs);
    this.noteRestart();
  }

  /** What the console shows now, beside what the waiting room knows. */
  noteShown(view: EventView | null, published: EventSettings | null, nowMs: number): void {
    this.shown = view;
    const isIssuing = view !== null && issues(view, nowMs);
    if (!isIssuing) this.mayIssueSince = null;
    else this.mayIssueSince ??= this.clock.aheadMs;
    this.noteInForce(view);
    if (view === null) return;
    if (published !== null) this.compare(view, published);
    const broken = this.lanes.brokenRun(view);
    if (broken !== null) this.break(broken);
    this.checkOccurrence(view);
  }

  /** What the pages of visitors say. */
  checkVisitors(visitors: readonly Visitor[], view: EventView | null): void {
    this.rethrow();
    const isOpen = view !== null && issues(view, Date.now()) && isByNumber(view);
    const lost = this.flow.lostSlots({ view, visitors, isOpen, nowMs: this.clock.aheadMs });
    if (lost !== null) this.break(lost);
    const since = this.mayIssueSince;
    if (since === null || view === null) return;
    // An outflow that has just been raised says nothing about the time before.
    const lately = this.inForceSince(this.clock.nowMs - TURN_MS - MINUTE_MS);
    const slotMs = MINUTE_MS / Math.max(1, Math.min(...lately.map(({ most }) => most)));
    const longestMs = TURN_MS + slotMs;
    for (const visitor of visitors) {
      if (visitor.turnSinceMs === null || !visitor.isHonestlyWaiting) continue;
      if (LanesWitness.isBehind(view, visitor.numbers.at(-1)?.lane ?? 0)) continue;
      const forMs = this.clock.aheadMs - Math.max(since, visitor.turnSinceMs);
      if (forMs > longestMs)
        this.break(
          `${visitor.name} reads "your turn" for ${Math.round(forMs / 1_000)} s: ${visitor.says}.`,
        );
    }
    this.checkMinutes();
  }

  private checkOpening(visitor: Visitor, held: HeldNumber, all: readonly Visitor[]): void {
    const { shown, clock } = this;
    if (shown === null || methodInForce(shown) !== "fifo") return;
    const passed = whoWasPassed(shown, { visitor, held, all }, clock.nowMs);
    if (passed !== undefined)
      this.note(
        `${visitor.name} came after the opening, and is before ${passed.name}, who waited for it.`,
      );
  }

  private noteInForce(view: EventView | null): void {
    const last = this.inForce.at(-1);
    const isBounded = view !== null && !isOpenToAll(view);
    const most = view === null ? 0 : Math.max(view.outflowInForce, view.safetyNetPerMinute ?? 0);
    if (last?.most === most && last.isBounded === isBounded) return;
    this.inForce.push({ fromMs: this.clock.nowMs, most, isBounded });
  }

  /** No minute has more admissions than the largest outflow that held in it. */
  private checkMinutes(): void {
    const untilMs = this.clock.nowMs;
    const fromMs = untilMs - MINUTE_MS + HEARD_MS;
    const held = this.inForceSince(fromMs - HEARD_MS);
    if (held.some(({ isBounded }) => !isBounded)) return;
    const most = Math.max(...held.map((one) => one.most));
    const count = this.slotsAtMs.filter((atMs) => atMs > fromMs).length;
    if (count > most) this.break(`${count} were let in within a minute of ${most}.`);
  }

  /** Every outflow that has held at some moment since then. */
  private inForceSince(fromMs: number): readonly InForce[] {
    const endOf = (index: number) => this.inForce[index + 1]?.fromMs ?? this.clock.nowMs;
    return this.inForce.filter((_, index) => endOf(index) >= fromMs);
  }

  private compare(view: EventView, published: EventSettings): void {
    const shown = {
      outflowPerMinute: view.outflowInForce,
      status: view.status,
      paused: view.paused,
      startAtMs: view.startAt === null ? null : Date.parse(view.startAt),
      endAtMs: view.endAt === null ? null : Date.parse(view.endAt),
    };
    const { status } = published;
    const done = { ...pick(published), status: status === "ended" ? "stopped" : status };
    const [one, other] = [JSON.stringify(shown), JSON.stringify(done)];
    if (one !== other) this.break(`The console shows ${one}, in force is ${other}.`);
  }

  /** Where the console shows that the run is that of a schedule, it begins and ends as the schedule says. */
  private checkOccurrence({ status, occurrence, startAt, endAt }: EventView): void {
    if (status !== "open" || occurrence === null) return;
    const { startAtMs, endAtMs } = occurrence;
    const [start, end] = [startAtMs, endAtMs].map((atMs) => new Date(atMs).toISOString());
    if (start === startAt && end === endAt) return;
    this.break(`The run is from ${startAt} to ${endAt}, and its schedule from ${start} to ${end}.`);
  }

  /** What breaks while a client runs must not end that client: it is thrown at the next look. */
  private note(what: string): void {
    this.failure ??= new BrokenPromise(what);
  }

  private break(what: string): never {
    this.note(what);
    throw this.failure;
  }
}

function pick({ outflowPerMinute, status, paused, startAtMs, endAtMs }: EventSettings) {
  return { outflowPerMinute, status, paused, startAtMs, endAtMs };
}

/** Whether anybody may get a pass, as an operator would read the console. */
function issues(view: EventView, nowMs: number): boolean {
  if (view.status !== "open" || view.paused || view.archivedAt !== null) return false;
  const method = methodInForce(view);
  if (method === "reject" && !view.letThrough) return false;
  if (view.kind === "always-on") return true;
  const startAtMs = view.startAt === null ? 0 : Date.parse(view.startAt);
  const endAtMs = view.endAt === null ? Number.POSITIVE_INFINITY : Date.parse(view.endAt);
  return (
    view.letThrough ||
    ((isOpenToAll(view) || nowMs >= startAtMs - 1_000) && nowMs < endAtMs + 1_000)
  );
}

/** Nobody is held back, not even before the start. */
function isOpenToAll(view: EventView): boolean {
  return view.letThrough || methodInForce(view) === "passthrough";
}

/** Whether people are let in in order, and nobody past it. */
function isByNumber(view: EventView): boolean {
  return methodInForce(view) === "fifo" && !view.letThrough;
}

/** The event's own, but for a schedule that is in force and has another. */
function methodInForce({
  method,
  schedule,
  schedules,
  occurrence,
}: EventView): EventView["method"] {
  const inForce = occurrence?.schedule ?? schedules.find(({ id }) => id === schedule?.id);
  return inForce?.overrides.method ?? method;
}

function saysOf(view: EventView | null): string {
  if (view === null) return "that there is no such event";
  const { status, paused, startAt, endAt } = view;
  return JSON.stringify({ status, paused, method: methodInForce(view), startAt, endAt });
}
