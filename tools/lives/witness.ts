import type { EventSettings } from "@/lib/domain/event/settings";
import type { LineSnapshot } from "@/lib/line/commands/snapshot";
import type { EventView } from "@/lib/services/event/settings/event-view";
import { FlowWitness } from "./flow";
import type { Life } from "./life";
import { ORDER_MS, whoWasOvertaken, whoWasPassed } from "./order";
import type { HeldNumber, Visitor } from "./visitor";

export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
}

const MINUTE_MS = 60_000;
/** An admission is heard of a little after its slot: the minutes that are looked at are as much shorter. */
const HEARD_MS = 2_000;
/** "Your turn" is followed by going in within so long, and the time that a slot takes to come. */
const TURN_MS = 25_000;

type InForce = { readonly fromMs: number; readonly most: number; readonly isBounded: boolean };

type Admitted = {
  readonly runId: number;
  /** When it was heard of, by the monotonic clock. */
  readonly atMs: number;
  /** Nobody was held back: it took no slot. */
  readonly isPastLine: boolean;
  /** A loss of Redis may have made the line forget that it let them past. */
  isForgettable: boolean;
};

/** Verbs that say what the outflow becomes, or from when on another one holds. */
const SAYS_OUTFLOW: ReadonlySet<string> = new Set([
  ...["createEvent", "setOutflow", "updateEvent", "startEvent", "publishDraft:admission"],
  ...["letEverybodyThrough", "endLetThrough"],
]);

/** Verbs whose own inputs are the times of the run. */
const SAYS_TIMES: ReadonlySet<string> = new Set(["startNow", "startEvent", "updateEvent"]);

/** Sees what people see from outside, of one event, and throws at the next look once a promise is broken. */
export class Witness {
  private readonly life: Life;
  private readonly holders = new Map<string, Visitor>();
  private readonly admitted: Admitted[] = [];
  private readonly inForce: InForce[] = [];
  private run: { readonly runId: number; readonly lanes: string } | null = null;
  readonly flow = new FlowWitness();
  private failure: unknown = null;
  /** Since when passes may be issued, by what has passed of simulated time; null while none may. */
  private mayIssueSince: number | null = null;

  constructor(life: Life) {
    this.life = life;
  }

  /** Something broke beside the path of who plays. */
  noteFailure(error: unknown): void {
    this.failure ??= error;
  }

  rethrow(): void {
    if (this.failure !== null) throw this.failure;
  }

  noteNumber(visitor: Visitor, held: HeldNumber): void {
    const name = `${held.runId}:${held.lane}:${held.number}${held.isDrawn ? " drawn" : ""}`;
    const holder = this.holders.get(name);
    if (holder !== undefined && holder !== visitor)
      this.note(`${visitor.name} and ${holder.name} both hold ${name}.`);
    this.holders.set(name, visitor);
    const { view, clock, visitors } = this.life;
    if (view === null || methodInForce(view) !== "fifo") return;
    const newcomer = { visitor, held, all: visitors, nowMs: clock.nowMs };
    const passed = whoWasPassed(view, newcomer)?.name;
    if (passed !== undefined)
      this.note(`${visitor.name} came after the opening, and is before ${passed}, who was there.`);
  }

  /** Somebody joined with a code of a lane: into that, whatever became of the others. */
  noteJoinedByCode(visitor: Visitor, line: { run: number; lane: number }, lane: string): void {
    const { view } = this.life;
    if (view?.runId !== line.run) return;
    const { key } = view.lanes.lanes[line.lane] ?? { key: "none" };
    if (key !== lane) this.note(`${visitor.name} has a code of ${lane}, and is in ${key}.`);
  }

  checkFigures({ runId, sums: { admitted }, admittedOutsideCap }: LineSnapshot): void {
    const count = admitted + admittedOutsideCap;
    const seen = this.admitted.filter((one) => one.runId === runId);
    const least = seen.filter(({ isForgettable }) => !isForgettable).length;
    if (count < least || count > seen.length)
      this.break(`${seen.length} were let in, and the console counts ${count}.`);
  }

  noteAdmitted(visitor: Visitor): void {
    const { clock, view, visitors } = this.life;
    if (view === null || !issues(view))
      this.note(`${visitor.name} got a pass, and the console says ${saysOf(view)}.`);
    this.flow.noteAdmitted();
    const isPastLine = view !== null && isOpenToAll(view);
    const [runId, atMs] = [view?.runId ?? 0, clock.nowMs];
    this.admitted.push({ runId, atMs, isPastLine, isForgettable: false });
    if (view === null || !isByNumber(view)) return;
    // Who was called before the outflow fell may be as far behind as it was then.
    const lately = this.inForceSince(clock.nowMs - ORDER_MS - HEARD_MS).map(({ most }) => most);
    const overtaken = whoWasOvertaken(visitor, visitors, Math.max(0, ...lately));
    if (overtaken !== undefined)
      this.note(`${visitor.name} was let in before ${overtaken.name}, who had waited longer.`);
  }

  /** `said` is what the console said beforehand that a verb changes at once, and `before` what it showed. */
  noteAct(verb: string, said: readonly string[], before: EventView | null): void {
    const { view } = this.life;
    this.flow.noteAct(verb, view?.runId ?? 0);
    if (before?.status !== "open" || view?.status !== "open") return;
    const raised = `from ${before.outflowInForce} to ${view.outflowInForce}`;
    const isSaid = SAYS_OUTFLOW.has(verb) || said.some((one) => one.includes("outflow"));
    if (view.outflowInForce > before.outflowInForce && !isSaid)
      this.break(`${verb} raised the outflow ${raised} and said nothing.`);
    const isMoved = view.endAt !== before.endAt || view.startAt !== before.startAt;
    if (isMoved && !SAYS_TIMES.has(verb) && said.length === 0)
      this.break(`${verb} moved the run to ${view.startAt} – ${view.endAt} and said nothing.`);
  }

  /** Redis has lost what came since a moment of the monotonic clock: who took a slot is written back, and no others. */
  noteLoss(sinceMs: number): void {
    for (const one of this.admitted) one.isForgettable ||= one.isPastLine && one.atMs >= sinceMs;
    this.flow.noteRestart();
  }

  /** Compares what the console shows now with what the waiting room knows, and with what the pages of visitors say. */
  look(published: EventSettings | null): void {
    const { view, clock, visitors } = this.life;
    const isIssuing = view !== null && issues(view);
    if (!isIssuing) this.mayIssueSince = null;
    else this.mayIssueSince ??= clock.aheadMs;
    this.noteInForce(view);
    if (view !== null) {
      if (published !== null) this.compare(view, published);
      this.checkLanes(view);
      this.checkOccurrence(view);
    }
    this.rethrow();
    const open = isIssuing && isByNumber(view) ? view : null;
    const lost = this.flow.lostSlots(open, visitors, clock.aheadMs);
    if (lost !== null) this.break(lost);
    if (this.mayIssueSince === null || view === null) return;
    this.checkTurns(view, this.mayIssueSince);
    this.checkMinutes();
  }

  private checkTurns({ lanes }: EventView, sinceMs: number): void {
    const { clock, visitors } = this.life;
    // An outflow that has just been raised says nothing about the time before.
    const lately = this.inForceSince(clock.nowMs - TURN_MS - MINUTE_MS);
    const slotMs = MINUTE_MS / Math.max(1, Math.min(...lately.map(({ most }) => most)));
    for (const visitor of visitors) {
      const { name, numbers, turnSinceMs } = visitor;
      if (turnSinceMs === null || !visitor.isHonestlyWaiting) continue;
      // They may have to wait until another lane is empty, however it moves.
      if (lanes.mode === "ordered" && (numbers.at(-1)?.lane ?? 0) > 0) continue;
      const forMs = clock.aheadMs - Math.max(sinceMs, turnSinceMs);
      const seconds = Math.round(forMs / 1_000);
      if (forMs > TURN_MS + slotMs)
        this.break(`${name} reads "your turn" for ${seconds} s: ${visitor.says}.`);
    }
  }

  private noteInForce(view: EventView | null): void {
    const last = this.inForce.at(-1);
    const isBounded = view !== null && !isOpenToAll(view);
    const most = view === null ? 0 : Math.max(view.outflowInForce, view.safetyNetPerMinute ?? 0);
    if (last?.most === most && last.isBounded === isBounded) return;
    this.inForce.push({ fromMs: this.life.clock.nowMs, most, isBounded });
  }

  /** No minute has more admissions than the largest outflow that held in it. */
  private checkMinutes(): void {
    const fromMs = this.life.clock.nowMs - MINUTE_MS + HEARD_MS;
    const held = this.inForceSince(fromMs - HEARD_MS);
    if (held.some(({ isBounded }) => !isBounded)) return;
    const most = Math.max(...held.map((one) => one.most));
    const count = this.admitted.filter(({ atMs }) => atMs > fromMs).length;
    if (count > most) this.break(`${count} were let in within a minute of ${most}.`);
  }

  /** Every outflow that has held at some moment since then. */
  private inForceSince(fromMs: number): readonly InForce[] {
    const endOf = (index: number) => this.inForce[index + 1]?.fromMs ?? this.life.clock.nowMs;
    return this.inForce.filter((_, index) => endOf(index) >= fromMs);
  }

  private compare(view: EventView, published: EventSettings): void {
    const { outflowInForce: outflowPerMinute, status, paused } = view;
    const [startAtMs, endAtMs] = [msOf(view.heldUntil ?? view.startAt), msOf(view.endAt)];
    const one = JSON.stringify({ outflowPerMinute, status, paused, startAtMs, endAtMs });
    const other = JSON.stringify({
      outflowPerMinute: published.outflowPerMinute,
      status: published.status === "ended" ? "stopped" : published.status,
      paused: published.paused,
      startAtMs: published.startAtMs,
      endAtMs: published.endAtMs,
    });
    if (one !== other) this.break(`The console shows ${one}, in force is ${other}.`);
  }

  private checkLanes({ status, runId, lanes }: EventView): void {
    if (status !== "open") return;
    const before = this.run;
    this.run = { runId, lanes: lanes.lanes.map(({ key }) => key).join(", ") };
    if (before?.runId === runId && before.lanes !== this.run.lanes)
      this.break(`The lanes of run ${runId} were ${before.lanes}, and are ${this.run.lanes}.`);
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
  note(what: string): void {
    this.failure ??= new BrokenPromise(what);
  }

  private break(what: string): never {
    this.note(what);
    throw this.failure;
  }
}

function msOf(at: string | null): number | null {
  return at === null ? null : Date.parse(at);
}

/** Whether anybody may get a pass, as an operator would read the console. */
function issues(view: EventView): boolean {
  if (view.status !== "open" || view.paused || view.archivedAt !== null) return false;
  if (methodInForce(view) === "reject" && !view.letThrough) return false;
  if (view.kind === "always-on" || view.letThrough) return true;
  const nowMs = Date.now();
  const hasBegun = isOpenToAll(view) || nowMs >= (msOf(view.startAt) ?? 0) - 1_000;
  return hasBegun && nowMs < (msOf(view.endAt) ?? Number.POSITIVE_INFINITY) + 1_000;
}

function isOpenToAll(view: EventView): boolean {
  return view.letThrough || methodInForce(view) === "passthrough";
}

function isByNumber(view: EventView): boolean {
  return methodInForce(view) === "fifo" && !view.letThrough;
}

/** The event's own, but for a schedule that is in force and has another. */
function methodInForce(view: EventView): EventView["method"] {
  const { schedule, schedules, occurrence } = view;
  const inForce = occurrence?.schedule ?? schedules.find(({ id }) => id === schedule?.id);
  return inForce?.overrides.method ?? view.method;
}

function saysOf(view: EventView | null): string {
  if (view === null) return "that there is no such event";
  const { status, paused, startAt, endAt } = view;
  return JSON.stringify({ status, paused, method: methodInForce(view), startAt, endAt });
}
