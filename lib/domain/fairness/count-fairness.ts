import {
  AdmissionDigests,
  type FairnessCommitment,
  type NewFairnessDigest,
} from "./admission-digests";
import {
  type FairnessAdmission,
  type FairnessFigures,
  type FairnessInputs,
  type FairnessMinute,
  type FairnessTotals,
  takesSlot,
} from "./figures";
import { JoinTimes } from "./join-times";
import { NumberSet } from "./number-set";
import { OrderCount } from "./order-count";
import { OutflowAllowed } from "./outflow-allowed";
import { SlidingMinute } from "./sliding-minute";
import { WaitCount } from "./wait-count";

type TotalInTurn = Exclude<keyof FairnessTotals, "outOfTurn">;

const KIND_OF_TYPE: Readonly<Record<string, TotalInTurn>> = {
  queue: "line",
  safetynet: "straightIn",
  disabled: "notHeld",
  afterevent: "afterEvent",
  bypass: "staffLink",
};

const DECIMALS = 10_000;

/**
 * Recomputes the fairness of a run from its admissions alone, one after the other, oldest first; those of one moment by lane,
 * number, renewal, type and queue id. Its memory does not grow with them. It shares nothing with the code that let them
 * in.
 */
export class FairnessCount {
  readonly #inputs: FairnessInputs;
  readonly #joins: ReadonlyMap<number, JoinTimes>;
  readonly #allowed: OutflowAllowed;
  readonly #minute = new SlidingMinute();
  readonly #numbers = new NumberSet();
  readonly #order = new OrderCount();
  readonly #waits = new WaitCount();
  readonly #digests: AdmissionDigests;
  readonly #totals = {
    ...{ line: 0, straightIn: 0, notHeld: 0, afterEvent: 0, staffLink: 0, renewals: 0, other: 0 },
  };
  #outOfTurn = 0;
  #rows = 0;
  #twice = 0;
  #fullest: FairnessMinute = null;

  constructor(
    inputs: FairnessInputs,
    { newDigest, stepMs }: { readonly newDigest: NewFairnessDigest; readonly stepMs: number },
  ) {
    this.#inputs = inputs;
    this.#joins = new Map(inputs.lanes.map((lane) => [lane.lane, new JoinTimes(lane)]));
    this.#allowed = new OutflowAllowed(inputs);
    this.#digests = new AdmissionDigests(newDigest, stepMs);
  }

  add(admission: FairnessAdmission): void {
    this.#rows += 1;
    this.#digests.add(admission);
    if (admission.isOutOfTurn) this.#outOfTurn += 1;
    else this.#totals[kindOf(admission)] += 1;
    if (!takesSlot(admission)) return;
    const allowed = this.#allowed.at(admission.admittedAtMs);
    this.#measure(admission.admittedAtMs, allowed);
    if (admission.renewal > 0) return;
    const { lane, queueNumber, redirectType, admittedAtMs, isOutOfTurn } = admission;
    if (!this.#numbers.add(lane, queueNumber)) this.#twice += 1;
    if (redirectType !== "queue" || isOutOfTurn) return;
    this.#order.add(lane, queueNumber, allowed);
    const joinedMs = this.#joins.get(lane)?.of(queueNumber) ?? null;
    const sinceMs = joinedMs === null ? null : Math.max(joinedMs, this.#inputs.startMs);
    this.#waits.add(sinceMs === null ? null : admittedAtMs - sinceMs);
  }

  /** Ends the count. */
  read(): { readonly figures: FairnessFigures; readonly commitment: FairnessCommitment } {
    const figures = {
      rows: this.#rows,
      totals: {
        ...this.#totals,
        ...(this.#outOfTurn === 0 ? {} : { outOfTurn: this.#outOfTurn }),
      },
      fullestMinute: this.#fullest,
      order: this.#order.read(),
      numbersTwice: this.#numbers.isFull ? null : this.#twice,
      waits: this.#waits.read(),
    };
    return { figures, commitment: this.#digests.read() };
  }

  #measure(atMs: number, allowed: number | null): void {
    const admitted = this.#minute.add(atMs);
    if (allowed === null) return;
    const before = this.#fullest;
    // Compared without dividing, so that it does not depend on rounding.
    if (before !== null && admitted * before.allowed <= before.admitted * allowed) return;
    this.#fullest = { ratio: ratioOf(admitted, allowed), admitted, allowed, atMs };
  }
}

/** What was admitted by what was allowed, to four decimals. */
export function ratioOf(admitted: number, allowed: number): number {
  return Math.round((admitted / allowed) * DECIMALS) / DECIMALS;
}

function kindOf({ redirectType, renewal }: FairnessAdmission): TotalInTurn {
  if (renewal > 0) return "renewals";
  return KIND_OF_TYPE[redirectType] ?? "other";
}
