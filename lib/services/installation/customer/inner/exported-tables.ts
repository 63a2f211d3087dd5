import { Prisma } from "@/lib/db/generated/client";
import type { TableData } from "@/lib/domain/retention/held-data";
import { DATA_IN_POSTGRES } from "@/lib/domain/retention/in-postgres";

export type Model = keyof typeof DATA_IN_POSTGRES;

/** Tables of which nothing is exported, and why. */
export const NOT_EXPORTED: ReadonlyMap<Model, string> = new Map<Model, string>([
  ["Session", "belongs to users, not to the customer"],
  ["PasswordReset", "belongs to users, not to the customer"],
  ["TotpFactor", "belongs to users, not to the customer"],
  ["RecoveryCode", "belongs to users, not to the customer"],
  ["Passkey", "belongs to users, not to the customer"],
  ["SignInChallenge", "belongs to sign-ins that are under way"],
  ["LoginRequest", "belongs to sign-ins that are under way"],
  ["EmailChange", "belongs to users, not to the customer"],
  ["Throttle", "belongs to nobody"],
  ["OutboxEntry", "says only what Redis has still to be told"],
  ["DrainCursor", "says only what Redis has still to be told"],
  ["Notice", "belongs to visitors, and goes with the run"],
  ["PushKey", "belongs to the installation, not to the customer"],
  ["InstallationKey", "belongs to the installation, not to the customer"],
  ["AuditKey", "belongs to the installation, not to the customer"],
  ["FormerId", "holds hashes of ids that are not free yet"],
  ["EventKey", "holds a secret and nothing else"],
  ["ReportMail", "says only who was mailed a report"],
  ["ApprovalMail", "says only who is still to be mailed a request"],
  ["AccessCode", "holds hashes of codes and nothing else"],
  ["DomainEvent", "repeats what the audit log says, for 30 days"],
  ["LineWatch", "says only what was last told of a line"],
  ["ConnectorWatch", "says only what was last told of connectors"],
  ["WebhookStream", "says only what is to be sent next"],
  ["WebhookDelivery", "says only what was sent within 30 days"],
  ["WebhookAttempt", "says only what was sent within 30 days"],
  ["Alert", "repeats what the audit log says, for 30 days"],
  ["AlertDelivery", "says only what was sent within 30 days"],
  ["ApiAnswer", "says only what programs were answered within a day"],
]);

/** How rows of a table belong to a customer: with the customer's id as `$1`, and the table as `t`. */
const OF_CUSTOMER: Readonly<Record<string, string>> = {
  Customer: `t."id" = $1`,
  User: `t."id" IN (SELECT "userId" FROM "Membership" WHERE "customerId" = $1)`,
  EventDraft: `t."eventId" IN (SELECT "id" FROM "Event" WHERE "customerId" = $1)`,
  Run: `t."eventId" IN (SELECT "id" FROM "Event" WHERE "customerId" = $1)`,
  EventCheckpoint: `t."eventId" IN (SELECT "id" FROM "Event" WHERE "customerId" = $1)`,
  Draw: ofRun(),
  RunReport: ofRun(),
  PublishedReport: ofRun(),
  LaneCheckpoint: ofRun(),
  Admission: ofRun(),
  HourFigure: ofRun(),
};

function ofRun(): string {
  return `t."runId" IN (SELECT run."id" FROM "Run" AS run JOIN "Event" AS event ON event."id" = run."eventId" WHERE event."customerId" = $1)`;
}

/** By what the rows of a table are read in turn, where it is not `id`. */
const KEYS: Readonly<Record<string, string>> = {
  Draw: "runId",
  RunReport: "runId",
  EventCheckpoint: "eventId",
  ConfigPush: "customerId",
  IdentityProvider: "customerId",
  AwsApi: "customerId",
};

/** The tables that are exported whole, in the order of the file. `Admission` and those without a key of one column are read otherwise. */
export function exportedModels(): readonly Model[] {
  // Object.keys forgets the names of a constant.
  return (Object.keys(DATA_IN_POSTGRES) as Model[]).filter((model) => !NOT_EXPORTED.has(model));
}

/** What one statement read: rows as JSON texts, and where the next one goes on. */
export type ExportedRow = { readonly key: string; readonly line: string };

/**
 * A statement for the next rows of a table behind a key ("" for the first), without the columns that hold
 * secrets.
 */
export function nextRows(
  model: Model,
  { customerId, after, rows }: { customerId: string; after: string; rows: number },
): Prisma.Sql {
  if (model === "AuditLink") return nextLinks(customerId, { after, rows });
  const key = Prisma.raw(`t."${KEYS[model] ?? "id"}"`);
  return Prisma.sql`
    SELECT ${key} AS "key", ${lineOf(model)} AS "line" FROM ${tableOf(model)} AS t
    WHERE ${belongsTo(model, customerId)} AND ${key} > ${after} ORDER BY ${key} LIMIT ${rows}`;
}

/** The next links of the audit log, along the chain: the key is their place in it. */
function nextLinks(customerId: string, { after, rows }: Next): Prisma.Sql {
  const seq = after === "" ? "-1" : after;
  return Prisma.sql`
    SELECT t."seq"::text AS "key", ${lineOf("AuditLink")} AS "line" FROM "AuditLink" AS t
    WHERE t."customerId" = ${customerId} AND t."seq" > ${seq}::bigint ORDER BY t."seq" LIMIT ${rows}`;
}

/** The checkpoints of all lanes at once: there are a few of each run. */
export function laneCheckpointRows(customerId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT '' AS "key", ${lineOf("LaneCheckpoint")} AS "line" FROM "LaneCheckpoint" AS t
    WHERE ${belongsTo("LaneCheckpoint", customerId)} ORDER BY t."runId", t."lane"`;
}

/** Tables of which one run may have millions of rows; they are read run by run. */
export const READ_BY_RUN: ReadonlyMap<Model, NextOfRun> = new Map<Model, NextOfRun>([
  ["Admission", nextAdmissions],
  ["HourFigure", nextFigures],
]);

type Next = { readonly after: string; readonly rows: number };
export type NextOfRun = (runId: string, next: Next) => Prisma.Sql;

/** The next figures of a run, along its index: the key is `lane hour part kind`. */
function nextFigures(runId: string, { after, rows }: Next): Prisma.Sql {
  const [lane = "-1", hour = "0", part = "0", kind = ""] = after === "" ? [] : after.split(" ");
  return Prisma.sql`
    SELECT concat_ws(' ', t."lane", t."hour", t."part", t."kind") AS "key",
      ${lineOf("HourFigure")} AS "line"
    FROM "HourFigure" AS t
    WHERE t."runId" = ${runId} AND (t."lane", t."hour", t."part", t."kind")
      > (${lane}::smallint, ${hour}::int, ${part}::int, ${kind})
    ORDER BY t."lane", t."hour", t."part", t."kind" LIMIT ${rows}`;
}

/** The next admissions of a run, along its index: the key is `time id`. */
function nextAdmissions(runId: string, { after, rows }: Next): Prisma.Sql {
  const [at = "", id = "0"] = after === "" ? ["-infinity"] : after.split(" ");
  return Prisma.sql`
    SELECT to_char(t."admittedAt", 'YYYY-MM-DD"T"HH24:MI:SS.MS') || ' ' || t."id" AS "key",
      ${lineOf("Admission")} AS "line"
    FROM "Admission" AS t
    WHERE t."runId" = ${runId} AND (t."admittedAt", t."id") > (${at}::timestamp, ${id}::bigint)
    ORDER BY t."admittedAt", t."id" LIMIT ${rows}`;
}

function belongsTo(model: Model, customerId: string): Prisma.Sql {
  const [before = "", behind = ""] = (OF_CUSTOMER[model] ?? `t."customerId" = $1`).split("$1");
  return Prisma.sql`${Prisma.raw(before)}${customerId}${Prisma.raw(behind)}`;
}

function tableOf(model: Model): Prisma.Sql {
  return Prisma.raw(`"${model}"`);
}

/** A row as JSON, without the columns that hold secrets. */
function lineOf(model: Model): Prisma.Sql {
  const data: TableData = DATA_IN_POSTGRES[model];
  const secret = [...(data.secret ?? [])];
  return Prisma.sql`(to_jsonb(t) - ${secret}::text[])::text`;
}
