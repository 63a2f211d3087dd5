import { createHash } from "node:crypto";
import { db, type Tx } from "@/lib/db/client";
import type { Redis } from "@/lib/line/redis-client";
import { EVENT_REF } from "@/lib/services/event/settings/event-ref";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
import { drainAdmissions } from "@/lib/services/operation/admission/drain";
import {
  type ExportedRow,
  exportedModels,
  laneCheckpointRows,
  type Model,
  type NextOfRun,
  nextRows,
  READ_BY_RUN,
} from "./inner/exported-tables";

/** Rows in memory at a time. */
const ROWS = 2_000;
/** Of all that is read from one moment on; millions of admissions take minutes. */
const LIMITS = { maxWait: 10_000, timeout: 6 * 3_600_000 };
const FORMAT = "stanchion-export/1";

/** What an export holds: the manifest that stands beside it. */
export type ExportManifest = {
  readonly format: typeof FORMAT;
  readonly customerId: string;
  readonly exportedAt: string;
  /** Lines of each table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** Of the whole file, in hexadecimal. */
  readonly sha256: string;
};

/** Where an export goes. */
export type ExportTarget = {
  readonly write: (line: string) => Promise<void>;
  /** Resolves once nothing of what was written can be lost any more. */
  readonly complete: (manifest: ExportManifest) => Promise<void>;
};

/**
 * Hands everything of a customer to `write`, a line of JSON (`{"table", "row"}`) at a time, as it was at one moment:
 * settings, rules, events, runs, admissions, audit log. Secrets and their hashes are left out. Memory does not
 * grow with what there is. Answers the manifest. The customer counts as exported once `complete` has resolved, and what
 * either of them throws leaves that as it was.
 */
export async function exportCustomer(
  redis: Redis,
  context: ServiceContext,
  { write, complete }: ExportTarget,
): Promise<ExportManifest> {
  requirePermission(context, "installation:manage");
  await storeAdmissions(redis, context);
  const exportedAt = new Date();
  const hash = createHash("sha256");
  const rows: Record<string, number> = {};
  let bytes = 0;
  await db().$transaction(
    async (tx) => {
      for await (const [model, row] of rowsOf(tx, context.customer.id)) {
        const line = `{"table":${JSON.stringify(model)},"row":${row.line}}\n`;
        hash.update(line);
        bytes += Buffer.byteLength(line);
        rows[model] = (rows[model] ?? 0) + 1;
        await write(line);
      }
    },
    { ...LIMITS, isolationLevel: "RepeatableRead" },
  );
  const manifest: ExportManifest = {
    format: FORMAT,
    customerId: context.customer.wireId,
    exportedAt: exportedAt.toISOString(),
    rows,
    bytes,
    sha256: hash.digest("hex"),
  };
  await complete(manifest);
  await noteExport(context, exportedAt, rows);
  return manifest;
}

/** What waits in Redis to be stored belongs to it. */
async function storeAdmissions(redis: Redis, { customer }: ServiceContext): Promise<void> {
  const events = await db().event.findMany({
    where: { customerId: customer.id, currentRun: { gt: 0 } },
    select: { id: true, ...EVENT_REF },
  });
  for (const event of events) await drainAdmissions(redis, { ...event, customer });
}

async function noteExport(
  context: ServiceContext,
  exportedAt: Date,
  rows: Readonly<Record<string, number>>,
): Promise<void> {
  await withTransaction(context, async (tx) => {
    requirePermission(context, "installation:manage");
    await tx.customer.update({ where: { id: context.customer.id }, data: { exportedAt } });
    await recordAudit(tx, context, {
      verb: "customer.export",
      subject: context.customer.id,
      summary: `exported all data of ${context.customer.name}`,
      details: { rows: { ...rows } },
    });
  });
}

async function* rowsOf(tx: Tx, customerId: string): AsyncGenerator<readonly [Model, ExportedRow]> {
  for (const model of exportedModels()) {
    const nextOfRun = READ_BY_RUN.get(model);
    if (nextOfRun !== undefined) {
      for await (const row of ofEachRun(tx, customerId, nextOfRun)) yield [model, row];
    } else if (model === "LaneCheckpoint") {
      const all = await tx.$queryRaw<ExportedRow[]>(laneCheckpointRows(customerId));
      for (const row of all) yield [model, row];
    } else {
      const next = (after: string) =>
        tx.$queryRaw<ExportedRow[]>(nextRows(model, { customerId, after, rows: ROWS }));
      for await (const row of inBatches(next)) yield [model, row];
    }
  }
}

async function* ofEachRun(
  tx: Tx,
  customerId: string,
  nextOfRun: NextOfRun,
): AsyncGenerator<ExportedRow> {
  const runs = await tx.run.findMany({
    where: { event: { customerId } },
    select: { id: true },
    orderBy: [{ eventId: "asc" }, { number: "asc" }],
  });
  for (const { id } of runs) {
    yield* inBatches((after) => tx.$queryRaw<ExportedRow[]>(nextOfRun(id, { after, rows: ROWS })));
  }
}

async function* inBatches(
  next: (after: string) => Promise<ExportedRow[]>,
): AsyncGenerator<ExportedRow> {
  let after = "";
  for (;;) {
    const rows = await next(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = last.key;
  }
}
