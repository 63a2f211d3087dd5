import { createHash } from "node:crypto";
import { db, type Tx } from "@/lib/db/client";
import type { FairnessCommitment } from "@/lib/domain/fairness/admission-digests";
import { stepOfSpan } from "@/lib/domain/fairness/admission-digests";
import { FairnessCount } from "@/lib/domain/fairness/count-fairness";
import type {
  FairnessAdmission,
  FairnessFigures,
  FairnessInputs,
} from "@/lib/domain/fairness/figures";
import { type CountedRun, readFairnessInputs } from "./fairness-inputs";

/** Rows in memory at a time. */
const ROWS = 2_000;
/** Ten million admissions take a minute or two; whoever holds the database for longer has met a fault. */
const LIMITS = { maxWait: 10_000, timeout: 3_600_000 };

/** A run as its admissions tell it, as they were at one moment. */
export type CountedFairness = {
  readonly inputs: FairnessInputs;
  readonly figures: FairnessFigures;
  readonly commitment: FairnessCommitment;
};

/**
 * Counts the fairness of a run anew from the admissions that are stored of it, up to and without a moment. Its memory does not
 * grow with them. `stepMs` is that of a report to compare with; else as long as the run asks for.
 */
export async function countRun(
  run: CountedRun,
  { throughMs, stepMs }: { readonly throughMs: number; readonly stepMs?: number },
): Promise<CountedFairness> {
  return db().$transaction(
    async (tx) => {
      const inputs = await readFairnessInputs(tx, run, throughMs);
      const step = stepMs ?? stepOfSpan(await spanOf(tx, run.id, throughMs));
      const count = new FairnessCount(inputs, {
        newDigest: () => createHash("sha256"),
        stepMs: step,
      });
      for await (const page of admissionsOf(tx, run.id, throughMs)) {
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

/** A page of admissions as one text: a line for each, its fields with tabs between. */
type Page = { readonly lines: string | null };

const FIRST: FairnessAdmission = {
  ...{ admittedAtMs: 0, lane: -1, queueNumber: 0, renewal: 0, redirectType: "", queueId: "" },
};

/**
 * In the order in which they are counted, a page at a time. Postgres writes a page as one text, which costs least, and
 * reads the next one while this one is counted.
 */
async function* admissionsOf(
  tx: Tx,
  runId: string,
  throughMs: number,
): AsyncGenerator<readonly FairnessAdmission[]> {
  let next: Promise<readonly FairnessAdmission[]> | null = readPage(tx, runId, {
    throughMs,
    after: FIRST,
  });
  while (next !== null) {
    const page: readonly FairnessAdmission[] = await next;
    const after = page.at(-1);
    next = page.length < ROWS || !after ? null : readPage(tx, runId, { throughMs, after });
    // Whoever waits for it is told of its failure; until then nobody is.
    next?.catch(() => undefined);
    yield page;
  }
}

async function readPage(
  tx: Tx,
  runId: string,
  { throughMs, after }: { readonly throughMs: number; readonly after: FairnessAdmission },
): Promise<readonly FairnessAdmission[]> {
  const at = new Date(after.admittedAtMs);
  const [page] = await tx.$queryRaw<Page[]>`
    SELECT string_agg(concat_ws(E'\t', (extract(epoch FROM "admittedAt") * 1000)::bigint, "lane",
      "queueNumber", "renewal", "redirectType", "queueId"), E'\n') AS "lines"
    FROM (
      SELECT "admittedAt", "lane", "queueNumber", "renewal", "redirectType", "queueId"
      FROM "Admission"
      WHERE "runId" = ${runId} AND "admittedAt" < ${new Date(throughMs)}::timestamp
        AND "admittedAt" >= ${at}::timestamp
        AND ("admittedAt", "lane", "queueNumber", "renewal", "redirectType" COLLATE "C", "queueId" COLLATE "C")
          > (${at}::timestamp, ${after.lane}::int, ${BigInt(after.queueNumber)}::bigint,
            ${after.renewal}::int, ${after.redirectType}, ${after.queueId})
      ORDER BY "admittedAt", "lane", "queueNumber", "renewal", "redirectType" COLLATE "C", "queueId" COLLATE "C"
      LIMIT ${ROWS}
    ) AS page`;
  return page?.lines ? page.lines.split("\n").map(readLine) : [];
}

function readLine(line: string): FairnessAdmission {
  const [at, lane, number, renewal, redirectType = "", queueId = ""] = line.split("\t");
  return {
    admittedAtMs: Number(at),
    lane: Number(lane),
    queueNumber: Number(number),
    renewal: Number(renewal),
    redirectType,
    queueId,
  };
}
