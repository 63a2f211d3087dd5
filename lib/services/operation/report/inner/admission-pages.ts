import type { Tx } from "@/lib/db/client";
import type { FairnessAdmission } from "@/lib/domain/fairness/figures";

/** Rows in memory at a time. */
const ROWS = 2_000;

/** A page of admissions as one text: a line for each, its fields with tabs between. */
type Page = { readonly lines: string | null; readonly rows: number };

const FIRST: FairnessAdmission = {
  ...{ admittedAtMs: 0, lane: -1, queueNumber: 0, renewal: 0, redirectType: "", queueId: "" },
  isOutOfTurn: false,
};

/**
 * The admissions of a run before a moment: by time, and those of one moment by lane, number, renewal, type and queue id.
 * Without `setsApart` none of them says that it was out of turn.
 * Postgres writes a page as one text, which costs least, and reads the next one while this one is read. Memory does not
 * grow with them.
 */
export async function* admissionPages(
  tx: Tx,
  runId: string,
  { throughMs, setsApart }: { readonly throughMs: number; readonly setsApart: boolean },
): AsyncGenerator<Iterable<FairnessAdmission>> {
  let next: Promise<Page> | null = readPage(tx, runId, { throughMs, setsApart, after: FIRST });
  while (next !== null) {
    const { lines, rows }: Page = await next;
    if (lines === null) return;
    const [after] = readLines(lines.slice(lines.lastIndexOf("\n") + 1));
    next = rows < ROWS || !after ? null : readPage(tx, runId, { throughMs, setsApart, after });
    // Whoever waits for it is told of its failure; until then nobody is.
    next?.catch(() => undefined);
    yield readLines(lines);
  }
}

async function readPage(
  tx: Tx,
  runId: string,
  {
    throughMs,
    setsApart,
    after,
  }: {
    readonly throughMs: number;
    readonly setsApart: boolean;
    readonly after: FairnessAdmission;
  },
): Promise<Page> {
  const at = new Date(after.admittedAtMs);
  const [page] = await tx.$queryRaw<Page[]>`
    SELECT count(*)::int AS "rows", string_agg(concat_ws(E'\t',
      (extract(epoch FROM "admittedAt") * 1000)::bigint, "lane", "queueNumber", "renewal",
      ("isOutOfTurn" AND ${setsApart})::int, "redirectType", "queueId"), E'\n') AS "lines"
    FROM (
      SELECT "admittedAt", "lane", "queueNumber", "renewal", "isOutOfTurn", "redirectType", "queueId"
      FROM "Admission"
      WHERE "runId" = ${runId} AND "admittedAt" < ${new Date(throughMs)}::timestamp
        AND "admittedAt" >= ${at}::timestamp
        AND ("admittedAt", "lane", "queueNumber", "renewal", "redirectType" COLLATE "C", "queueId" COLLATE "C")
          > (${at}::timestamp, ${after.lane}::int, ${BigInt(after.queueNumber)}::bigint,
            ${after.renewal}::int, ${after.redirectType}, ${after.queueId})
      ORDER BY "admittedAt", "lane", "queueNumber", "renewal", "redirectType" COLLATE "C", "queueId" COLLATE "C"
      LIMIT ${ROWS}
    ) AS page`;
  return page ?? { lines: null, rows: 0 };
}

/** One after the other: none outlives the next, however many there are. */
function* readLines(lines: string): Generator<FairnessAdmission> {
  const reader = new LineReader(lines);
  while (!reader.isDone) {
    const admittedAtMs = reader.number();
    const lane = reader.number();
    const queueNumber = reader.number();
    const renewal = reader.number();
    const isOutOfTurn = reader.number() === 1;
    const redirectType = reader.text("\t");
    const queueId = reader.text("\n");
    yield { admittedAtMs, lane, queueNumber, renewal, redirectType, queueId, isOutOfTurn };
  }
}

const [MINUS, ZERO, NINE] = [45, 48, 57];

class LineReader {
  readonly #lines: string;
  #at = 0;

  constructor(lines: string) {
    this.#lines = lines;
  }

  get isDone(): boolean {
    return this.#at >= this.#lines.length;
  }

  /** A whole number and the tab behind it. */
  number(): number {
    const isNegative = this.#lines.charCodeAt(this.#at) === MINUS;
    if (isNegative) this.#at += 1;
    let value = 0;
    let code = this.#lines.charCodeAt(this.#at);
    while (code >= ZERO && code <= NINE) {
      value = 10 * value + code - ZERO;
      this.#at += 1;
      code = this.#lines.charCodeAt(this.#at);
    }
    this.#at += 1;
    return isNegative ? -value : value;
  }

  text(end: "\t" | "\n"): string {
    const found = this.#lines.indexOf(end, this.#at);
    const until = found === -1 ? this.#lines.length : found;
    const text = this.#lines.slice(this.#at, until);
    this.#at = until + 1;
    return text;
  }
}
