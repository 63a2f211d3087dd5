import { createHash } from "node:crypto";
import { db, type Tx } from "@/lib/db/client";
import type { FairnessCommitment } from "@/lib/domain/fairness/admission-digests";
import { stepOfSpan } from "@/lib/domain/fairness/admission-digests";
import { FairnessCount } from "@/lib/domain/fairness/count-fairness";
import type { FairnessFigures, FairnessInputs } from "@/lib/domain/fairness/figures";
import { admissionPages } from "./admission-pages";
import { type CountedRun, readFairnessInputs } from "./fairness-inputs";

/** Ten million admissions take a minute or two; whoever holds the database for longer has met a fault. */
const LIMITS = { maxWait: 10_000, timeout: 3_600_000 };

/** A run as its admissions tell it, as they were at one moment. */
export type CountedFairness = {
  readonly inputs: FairnessInputs;
  readonly figures: FairnessFigures;
  readonly commitment: FairnessCommitment;
};

/** How a run is counted. What a report has fixed is taken from it, so that it can be compared. */
export type HowToCount = {
  /** Admissions before this line time count. */
  readonly throughMs: number;
  readonly fixed?: Pick<FairnessInputs, "startMs" | "safetyNetPerMinute" | "inForce"> & {
    readonly stepMs: number;
    /** False for a report that counts everybody from the line alike: no operator admitted anybody next, or it is older. */
    readonly setsApart: boolean;
  };
};

/**
 * Counts the fairness of a run anew from the admissions that are stored of it. Its memory does not grow with them.
 */
export async function countRun(
  run: CountedRun,
  { throughMs, fixed }: HowToCount,
): Promise<CountedFairness> {
  return db().$transaction(
    async (tx) => {
      const { stepMs, setsApart, ...ofReport } = fixed ?? {
        stepMs: stepOfSpan(await spanOf(tx, run.id, throughMs)),
        setsApart: true,
      };
      const inputs = { ...(await readFairnessInputs(tx, run, throughMs)), ...ofReport };
      const newDigest = () => createHash("sha256");
      const count = new FairnessCount(inputs, { newDigest, stepMs });
      for await (const page of admissionPages(tx, run.id, { throughMs, setsApart })) {
        for (const admission of page) count.add(admission);
      }
      return { inputs, ...count.read() };
    },
    { ...LIMITS, isolationLevel: "RepeatableRead" },
  );
}

async function spanOf(tx: Tx, runId: string, throughMs: number): Promise<number> {
  const { _min, _max } = await tx.admission.aggregate({
    where: { runId, admittedAt: { lt: new Date(throughMs) } },
    _min: { admittedAt: true },
    _max: { admittedAt: true },
  });
  return (_max.admittedAt?.getTime() ?? 0) - (_min.admittedAt?.getTime() ?? 0);
}
