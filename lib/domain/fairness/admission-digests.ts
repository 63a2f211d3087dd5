import type { FairnessAdmission } from "./figures";

/** SHA-256 over texts one after the other, passed in. */
export type FairnessDigest = {
  readonly update: (text: string) => unknown;
  readonly digest: (encoding: "hex") => string;
};
export type NewFairnessDigest = () => FairnessDigest;

/** The admissions of one step of time: how many, and the digest of them in their order. */
export type FairnessStep = readonly [step: number, rows: number, digest: string];

/** The commitment to all admissions of a run. */
export type FairnessCommitment = {
  readonly stepMs: number;
  readonly steps: readonly FairnessStep[];
  /** Of all steps. */
  readonly digest: string;
};

const STEPS_MS = [1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000] as const;
const STEPS_MAX = 2_000;
/** Rows that are hashed at once. */
const HASHED_AT_ONCE = 128;

/** How long a step is, so that a run of this length has a bounded number of them. */
export function stepOfSpan(spanMs: number): number {
  return STEPS_MS.find((stepMs) => spanMs / stepMs <= STEPS_MAX) ?? 86_400_000;
}

/** One admission as it is hashed: its fields with a tab between, and a line feed. Only what is out of turn says so. */
function lineOf(one: FairnessAdmission): string {
  const outOfTurn = one.isOutOfTurn ? "\tout-of-turn" : "";
  return `${one.admittedAtMs}\t${one.lane}\t${one.queueNumber}\t${one.renewal}\t${one.redirectType}\t${one.queueId}${outOfTurn}\n`;
}

export class AdmissionDigests {
  readonly #newDigest: NewFairnessDigest;
  readonly #stepMs: number;
  readonly #steps: FairnessStep[] = [];
  #step = Number.NEGATIVE_INFINITY;
  #open: FairnessDigest | null = null;
  #rows = 0;
  #lines: string[] = [];

  constructor(newDigest: NewFairnessDigest, stepMs: number) {
    this.#newDigest = newDigest;
    this.#stepMs = stepMs;
  }

  /** Takes the admissions in their order. */
  add(admission: FairnessAdmission): void {
    const step = Math.floor(admission.admittedAtMs / this.#stepMs);
    if (step !== this.#step) {
      this.#close();
      this.#step = step;
      this.#open = this.#newDigest();
    }
    this.#rows += 1;
    this.#lines.push(lineOf(admission));
    if (this.#lines.length === HASHED_AT_ONCE) this.#hash();
  }

  /** Ends the list. */
  read(): FairnessCommitment {
    this.#close();
    const steps = this.#steps;
    const digest = this.#newDigest();
    digest.update(textOfSteps(steps));
    return { stepMs: this.#stepMs, steps, digest: digest.digest("hex") };
  }

  #hash(): void {
    this.#open?.update(this.#lines.join(""));
    this.#lines = [];
  }

  #close(): void {
    if (this.#open === null) return;
    this.#hash();
    this.#steps.push([this.#step, this.#rows, this.#open.digest("hex")]);
    this.#open = null;
    this.#rows = 0;
  }
}

/** What the digest of all steps together is made of. */
export function textOfSteps(steps: readonly FairnessStep[]): string {
  return steps.map(([step, rows, one]) => `${step} ${rows} ${one}\n`).join("");
}
