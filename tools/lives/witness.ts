import type { EventSettings } from "@/lib/domain/event/settings";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";
import type { EventView } from "@/lib/services/event/event-view";
import { LanesWitness } from "./lanes";
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
/** Whoever is this far behind somebody, in seconds of outflow, is let in after them. */
const ORDER_SECONDS = 10;
/** Where somebody joined the line this long before another visitor came, they are before that visitor. */
const JOIN_MS = 15_000;

/** How long before an opening somebody must be there to count as one who waited for it, and after it as one who did not. */
const OPENED_MS = 20_000;

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
  private readonly admittedIn = new Map<number, number>();
  private readonly inForce: InForce[] = [];
  private shown: EventView | null = null;
  private readonly lanes = new LanesWitness();
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
    const seen = this.admittedIn.get(runId) ?? 0;
    if (admitted + admittedOutsideCap !== seen)
      this.break(`${seen} were let in, and the console counts ${admitted + admittedOutsideCap}.`);
  }

  /** Somebody got a pass. */
  noteAdmitted(visitor: Visitor, all: readonly Visitor[]): void {
    const { clock, shown } = this;
    if (shown === null || !issues(shown, Date.now()))
      this.note(`${visitor.name} got a pass, and the console says ${saysOf(shown)}.`);
    this.slotsAtMs.push(clock.nowMs);
    const run = shown?.runId ?? 0;
    this.admittedIn.set(run, (this.admittedIn.get(run) ?? 0) + 1);
    if (shown === null || methodInForce(shown) !== "fifo" || shown.letThrough) return;
    const overtaken = all.find((other) => this.isOvertaken(other, visitor));
    if (overtaken !== undefined)
      this.note(`${visitor.name} was let in before ${overtaken.name}, who had waited longer.`);
  }

  /** A verb was called, and what it changed is in force. `before` is what the console showed. */
  noteAct({ verb, isDone, said }: Act, before: EventView | null): void {
    const view = this.shown;
    if (!isDone || before?.status !== "open" || view?.status !== "open") return;
    const raised = `from ${before.outflowInForce} to ${view.outflowInForce}`;
    const isSaid = SAYS_OUTFLOW.has(verb) || said.some((one) => one.includes("outflow"));
    if (view.outflowInForce > before.outflowInForce && !isSaid)
      this.break(`${verb} raised the outflow ${raised} and said nothing.`);
    const isMoved = view.endAt !== before.endAt || view.startAt !== before.startAt;
    // Times that somebody has typed for the run itself are what the draft shows.
    const isTyped = before.schedules.length + view.schedules.length === 0;
    if (isMoved && !isTyped && !SAYS_TIMES.has(verb) && said.length === 0)
      this.break(`${verb} moved the run to ${view.startAt} – ${view.endAt} and said nothing.`);
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
    const since = this.mayIssueSince;
    if (since === null || view === null) return;
    // An outflow that has just been raised says nothing about the time before.
    const lately = this.inForceSince(this.clock.nowMs - TURN_MS - MINUTE_MS);
    const slotMs = MINUTE_MS / Math.max(1, Math.min(...lately.map(({ most }) => most)));
    const longestMs = TURN_MS + slotMs * view.lanes.lanes.length;
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

  private isOvertaken(other: Visitor, admitted: Visitor): boolean {
    if (other === admitted || !other.isHonestlyWaiting) return false;
    const [mine, theirs] = [admitted.numbers.at(-1), other.numbers.at(-1)];
    if (theirs === undefined) return false;
    if (mine === undefined) return admitted.openedAtMs - other.openedAtMs > JOIN_MS;
    if (mine.runId !== theirs.runId || mine.lane !== theirs.lane) return false;
    if (mine.isDrawn !== theirs.isDrawn) return false;
    const apart = Math.max(1, (ORDER_SECONDS * (this.inForce.at(-1)?.most ?? 0)) / 60);
    return mine.number - theirs.number > apart;
  }

  /** Whoever had the page open before an opening that it knew of is before those who come some time after it. */
  private checkOpening(newcomer: Visitor, held: HeldNumber, all: readonly Visitor[]): void {
    const opensAtMs = this.opensAtMs();
    if (opensAtMs === null || newcomer.openedAtMs < opensAtMs + OPENED_MS) return;
    const isBehind = (other: Visitor): boolean => {
      if (other.openedAtMs > opensAtMs - OPENED_MS || !other.isHonestlyWaiting) return false;
      const last = other.numbers.at(-1);
      if (last === undefined || last.runId !== held.runId)
        return other.waitsSinceMs < opensAtMs - OPENED_MS;
      const isAlike = last.lane === held.lane && last.isDrawn === held.isDrawn;
      return isAlike && last.number > held.number;
    };
    const behind = all.find((other) => other !== newcomer && isBehind(other));
    if (behind !== undefined)
      this.note(
        `${newcomer.name} came after the opening, and is before ${behind.name}, who waited for it.`,
      );
  }

  /** When the pre-queue of a scheduled run opens, or the run itself, by the monotonic clock. */
  private opensAtMs(): number | null {
    const view = this.shown;
    if (view?.status !== "open" || view.kind !== "scheduled" || view.startAt === null) return null;
    if (view.inviteOnly || methodInForce(view) !== "fifo" || view.lineLimit !== null) return null;
    const atMs = Date.parse(view.startAt) - view.preQueueMinutes * MINUTE_MS;
    return atMs - Date.now() + this.clock.nowMs;
  }

  private noteInForce(view: EventView | null): void {
    const last = this.inForce.at(-1);
    const isBounded = view !== null && methodInForce(view) !== "passthrough" && !view.letThrough;
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
  // Nobody is held back, not even before the start.
  const isOpenToAll = view.letThrough || method === "passthrough";
  return (
    view.letThrough || ((isOpenToAll || nowMs >= startAtMs - 1_000) && nowMs < endAtMs + 1_000)
  );
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
