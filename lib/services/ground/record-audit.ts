import type { Tx } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { AuditVerb } from "@/lib/domain/audit/areas";
import { newId } from "@/lib/platform/ids";
import { nameVerb } from "@/lib/platform/observability/traces/traced";
import type { ActSource } from "./act-source";
import { auditKey } from "./audit-key";
import { newProof, tagOfEntry } from "./audit-proof";
import type { ServiceContext } from "./context";
import { raiseAudited } from "./raise-audited";

/** Each has some fifteen values, and Postgres takes 65,535 in a statement. */
const ENTRIES_AT_ONCE = 1_000;

export type AuditRecord = {
  /** What was done, machine-readable: `event.set-outflow`. */
  readonly verb: AuditVerb;
  /** Database id of what it was done to. */
  readonly subject: string;
  /** The sentence without its first word, the actor: "paused Spring Sale". No full stop. */
  readonly summary: string;
  readonly details?: Prisma.InputJsonObject;
  /** From where it was done, where no context says so. */
  readonly source?: ActSource;
};

type AuditContext = Pick<ServiceContext, "actor" | "source" | "approval"> & {
  readonly customer: { readonly id: string };
};

/**
 * Writes one audit row, readable as a sentence: "Ana paused Spring Sale". It shares the transaction
 * of the change, so a failed audit undoes the change. It is tagged, so that a row that somebody else put into
 * the database is told from it; the worker links it into the customer's chain. What the outside is told of is raised.
 */
export async function recordAudit(
  tx: Tx,
  context: AuditContext,
  record: AuditRecord,
): Promise<void> {
  nameVerb(record.verb);
  const { customer, actor } = context;
  const data = entryOf(await auditKey(tx), context, record);
  await tx.auditEntry.create({ data });
  const { verb, subject, details = {} } = record;
  const told = { verb, subject, details, summary: data.summary };
  await raiseAudited(tx, { customerId: customer.id, actor, ...told });
}

/** The same in the log of each customer: of what concerns the whole installation. The outside is told of none of it. */
export async function recordAuditOfAll(
  tx: Tx,
  actor: ServiceContext["actor"],
  record: AuditRecord,
): Promise<void> {
  const key = await auditKey(tx);
  const customers = await tx.customer.findMany({ select: { id: true }, orderBy: { id: "asc" } });
  for (let at = 0; at < customers.length; at += ENTRIES_AT_ONCE) {
    const some = customers.slice(at, at + ENTRIES_AT_ONCE);
    const data = some.map((customer) => entryOf(key, { customer, actor }, record));
    await tx.auditEntry.createMany({ data });
  }
}

function entryOf(key: Buffer, context: AuditContext, record: AuditRecord) {
  const { customer, actor } = context;
  const source = record.source ?? sourceOfActor(context);
  const facts = {
    id: newId("auditEntry"),
    customerId: customer.id,
    at: new Date(),
    actorType: actor.type,
    verb: record.verb,
  };
  const values = {
    actorId: actor.id,
    actorName: actor.name,
    subject: record.subject,
    summary: `${actor.name} ${record.summary}`,
    details: { ...record.details, ...(source === undefined ? {} : { request: { ...source } }) },
  };
  const { salts, digests } = newProof(values);
  return { ...facts, ...values, salts, digests, tag: tagOfEntry(key, facts, digests) };
}

/** An approved request runs as its requester's, but comes from where the approver is. */
function sourceOfActor({ actor, source, approval }: AuditContext): ActSource | undefined {
  return approval === undefined || approval.approver.id === actor.id ? source : undefined;
}
