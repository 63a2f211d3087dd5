import type { EventSettings } from "@/lib/domain/event/settings";
import type { EnterOutcome } from "@/lib/line/scripts/enter";

/** One visitor with a place, and what was seen of it. */
export type Person = {
  readonly lane: number;
  readonly number: number;
  readonly queueId: string;
  readonly claim: string;
  /** Empty where the place came from something else than a join. */
  joinId: Buffer;
  present: boolean;
  leftAtMs: number | null;
  /** Through which process; null when that is gone. */
  leftVia: number | null;
  /** Said to be there before the number was called. */
  confirmed: boolean;
  calledAtMs: number | null;
  /** Through which process; null when that is gone. */
  admission: { atMs: number; renewals: number; via: number | null } | null;
  /** Nobody knows any more that this visitor was let in or has left: they may be let in again. */
  forgotten: boolean;
};

type Admitted = Extract<EnterOutcome, { type: "admitted" }>;
type Asked = { readonly person: Person; readonly type: EnterOutcome["type"] };
type InForce = {
  readonly fromMs: number;
  toMs: number;
  readonly outflow: number;
  /** The most that a minute may let in: the outflow, or the threshold of a safety net above it. */
  readonly most: number;
};

type Paced = Pick<EventSettings, "outflowPerMinute" | "safetyNetPerMinute">;

const MINUTE_MS = 60_000;
/** How long a called number belongs to the open window. */
const WINDOW_MS = 6_000;

export function isIn({ admission, forgotten }: Person): boolean {
  return admission !== null && !forgotten;
}

/**
 * Notes what anybody could see of a line from outside, and throws at the first thing that the line
 * promises never to do. Times are line time in milliseconds.
 */
export class LineWitness {
  readonly people: Person[] = [];
  private readonly slotsAtMs: number[] = [];
  private readonly inForce: InForce[] = [];
  /** When the seat of each queue id ends. */
  private readonly seats = new Map<string, number>();
  /** When the seats that were given back would have ended. */
  private readonly givenBack = new Map<string, number>();
  private readonly handedOut = new Set<string>();

  /**
   * Notes that all since a moment is undone in Redis and that the processes named are gone: what
   * neither knows may come again, and whose leaving is undone has the seat again. Everybody says again
   * that they are there.
   */
  noteLoss(undoneSinceMs: number, dying: readonly number[]): void {
    for (const person of this.people) {
      person.confirmed = false;
      const isAway = (via: number | null) => via === null || dying.includes(via);
      if (isAway(person.leftVia)) person.leftVia = null;
      const { admission, leftAtMs } = person;
      if (admission !== null && isAway(admission.via)) admission.via = null;
      const isUndone = (atMs: number, via: number | null) => atMs >= undoneSinceMs && via === null;
      if (leftAtMs !== null && isUndone(leftAtMs, person.leftVia)) this.noteReturned(person);
      // Whoever has seen them leave says so again.
      else if (leftAtMs === null && admission !== null && isUndone(admission.atMs, admission.via))
        person.forgotten = true;
    }
  }

  /** Nobody knows any more that somebody has left. */
  private noteReturned(person: Person): void {
    person.forgotten = true;
    const untilMs = this.givenBack.get(person.queueId);
    if (untilMs !== undefined) this.seats.set(person.queueId, untilMs);
  }

  /**
   * The outflow changed at some moment between the two. Behind a loss line time may begin again at what was noted last: whoever
   * was let in before the change was let in under the outflow of before, whatever their time says.
   */
  noteOutflow(
    { outflowPerMinute: outflow, safetyNetPerMinute }: Paced,
    fromMs: number,
    untilMs: number,
  ): void {
    const last = this.inForce[this.inForce.length - 1];
    if (last !== undefined)
      last.toMs = Math.max(untilMs, ...this.slotsAtMs.map((atMs) => atMs + 1));
    const most = Math.max(outflow, safetyNetPerMinute ?? 0);
    this.inForce.push({ fromMs, toMs: Number.POSITIVE_INFINITY, outflow, most });
  }

  noteNumber(
    person: Pick<Person, "lane" | "number" | "queueId" | "claim"> & { readonly joinId?: Buffer },
  ): Person {
    const name = nameOf(person);
    if (this.handedOut.has(name)) throw new Error(`The number ${name} was handed out twice.`);
    this.handedOut.add(name);
    const added: Person = {
      joinId: Buffer.alloc(0),
      ...person,
      ...{ present: true, leftAtMs: null, leftVia: null, confirmed: false, forgotten: false },
      ...{ calledAtMs: null, admission: null },
    };
    this.people.push(added);
    return added;
  }

  noteLeft(person: Person, atMs: number, via: number): void {
    person.leftAtMs = atMs;
    person.leftVia = via;
    const untilMs = this.seats.get(person.queueId);
    if (untilMs === undefined) return;
    this.givenBack.set(person.queueId, untilMs);
    this.seats.delete(person.queueId);
  }

  /** Notes what a group was told that asked one process together. */
  noteAdmissions(
    settings: EventSettings,
    admitted: readonly { readonly person: Person; readonly outcome: Admitted }[],
    via: number,
  ): void {
    let newSeats = 0;
    for (const { person, outcome } of admitted) {
      checkOnce(person, outcome, settings);
      const { admittedAtMs: atMs, renewals } = outcome;
      const { admission } = person;
      person.admission = { atMs, renewals, via };
      person.forgotten = false;
      if (admission?.atMs === atMs) continue;
      this.slotsAtMs.push(atMs);
      newSeats += this.takeSeat(settings, person.queueId, atMs);
    }
    const { activeCap } = settings;
    if (newSeats > 0 && activeCap !== null && this.seats.size > activeCap) {
      throw new Error(`${this.seats.size} seats are taken under an active cap of ${activeCap}.`);
    }
  }

  /** Checks the window: numbers called in the last six seconds whose holders are there and not in. */
  checkWindow(lanes: number, nowMs: number): void {
    const window = this.people.filter(
      (one) =>
        one.confirmed &&
        one.present &&
        one.leftAtMs === null &&
        !isIn(one) &&
        one.calledAtMs !== null &&
        nowMs - one.calledAtMs < WINDOW_MS,
    );
    const tenSeconds = Math.max(1, (10 * this.mostOutflow(nowMs - 1.5 * WINDOW_MS, nowMs)) / 60);
    for (let lane = 0; lane < lanes; lane += 1) {
      const width = window.filter((one) => one.lane === lane).length;
      if (width > tenSeconds) throw new Error(`The window of lane ${lane} holds ${width}.`);
    }
    // Each lane may hold one.
    if (window.length > lanes - 1 + tenSeconds) {
      throw new Error(`The window holds ${window.length} of ${tenSeconds}.`);
    }
  }

  /** The 60 seconds with more admissions than the largest limit in force in them; null if none. */
  overfullMinute(): { readonly count: number; readonly most: number } | null {
    const starts = [
      ...this.slotsAtMs.flatMap((atMs) => [atMs, atMs - MINUTE_MS + 1]),
      ...this.inForce.flatMap(({ fromMs, toMs }) => [fromMs - MINUTE_MS, toMs]),
    ];
    for (const from of starts.filter(Number.isFinite)) {
      const to = from + MINUTE_MS;
      const count = this.slotsAtMs.filter((atMs) => atMs >= from && atMs < to).length;
      const most = Math.max(...this.within(from, to).map((one) => one.most));
      if (count > most) return { count, most };
    }
    return null;
  }

  /** Answers how many seats more are taken, whether there is a cap or not: none by who holds one. */
  private takeSeat(settings: EventSettings, queueId: string, nowMs: number): number {
    for (const [holder, untilMs] of this.seats) if (untilMs <= nowMs) this.seats.delete(holder);
    const isNew = !this.seats.has(queueId);
    const seconds = settings.sessionMinutes * 60 + settings.queueTokenValiditySeconds + 60;
    this.seats.set(queueId, nowMs + seconds * 1_000);
    return isNew ? 1 : 0;
  }

  private mostOutflow(fromMs: number, toMs: number): number {
    return Math.max(...this.within(fromMs, toMs).map(({ outflow }) => outflow));
  }

  private within(fromMs: number, toMs: number): InForce[] {
    return this.inForce.filter((one) => one.fromMs < toMs && one.toMs > fromMs);
  }
}

/** Nobody above the serving number is let in, and of those who asked together the lowest go first. */
export function checkOrder(
  asked: readonly Asked[],
  isCalled: (person: Person) => boolean,
  nowMs: number,
): void {
  // Whoever was called longer ago has a share of their own.
  const isOnTime = ({ calledAtMs }: Person) =>
    calledAtMs !== null && nowMs - calledAtMs < WINDOW_MS - 1_000;
  const refused = asked.filter(({ person, type }) => type === "wait" && isOnTime(person));
  for (const { person } of asked.filter(({ type }) => type === "admitted")) {
    if (!isCalled(person)) throw new Error(`${nameOf(person)} was let in before it was called.`);
    const passedOver = refused.find(
      (other) => other.person.lane === person.lane && other.person.number < person.number,
    );
    if (passedOver !== undefined) {
      throw new Error(`${nameOf(person)} was let in before ${nameOf(passedOver.person)}.`);
    }
  }
}

function nameOf({ lane, number }: Pick<Person, "lane" | "number">): string {
  return `${lane}:${number}`;
}

/** An admission is the first one, the same again, or a renewal after the token has passed. */
function checkOnce(person: Person, { admittedAtMs, renewals }: Admitted, settings: EventSettings) {
  const { admission } = person;
  const name = nameOf(person);
  if (admission === null) {
    if (person.leftAtMs !== null && !person.forgotten)
      throw new Error(`${name} was let in after leaving.`);
    if (renewals !== 0) throw new Error(`${name} was renewed before it was let in.`);
    return;
  }
  if (person.forgotten || admission.atMs === admittedAtMs) return;
  const validUntilMs = admission.atMs + settings.queueTokenValiditySeconds * 1_000;
  if (renewals !== admission.renewals + 1 || admittedAtMs <= validUntilMs) {
    throw new Error(`${name} was let in at ${admission.atMs} and again at ${admittedAtMs}.`);
  }
}
