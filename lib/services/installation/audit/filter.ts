import { z } from "zod";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AUDIT_AREAS, VERB_BEGINNINGS } from "@/lib/domain/audit/areas";
import { eventIdField } from "@/lib/services/event/settings/inputs";
import type { ServiceContext } from "@/lib/services/ground/context";

const day = z.iso.date("Enter the date as 2026-03-29.");

/** Which entries are wanted; what is left out is not asked for. */
export const auditFilterInput = z.strictObject({
  /** Only what was done to the thing with this database id. */
  subject: z.string().max(100).optional(),
  /** The id of a user, or a kind of actor that is no person. */
  actor: z.string().max(100).optional(),
  area: z.enum(AUDIT_AREAS).optional(),
  eventId: eventIdField.optional(),
  /** Days of the customer's time zone are the caller's business: these begin and end in UTC. */
  from: day.optional(),
  until: day.optional(),
  /** The end of a session's id, as entries show it. */
  session: z.string().max(20).optional(),
  /** A part of the sentence, whatever its case. */
  search: z.string().trim().max(100).optional(),
});

const KINDS: ReadonlySet<string> = new Set(["worker", "installation", "api-key"]);
const DAY_MS = 24 * 60 * 60_000;

/** The entries of the caller's customer that a filter lets through. */
export async function whereOf(
  context: ServiceContext,
  filter: z.output<typeof auditFilterInput>,
): Promise<Prisma.AuditEntryWhereInput> {
  const { subject, actor, area, eventId, from, until, session, search } = filter;
  const conditions: Prisma.AuditEntryWhereInput[] = [];
  if (subject !== undefined) conditions.push({ subject });
  if (actor !== undefined) {
    conditions.push(
      KINDS.has(actor) ? { actorType: actor } : { actorType: "user", actorId: actor },
    );
  }
  if (area !== undefined) {
    const begins = VERB_BEGINNINGS[area].map((beginning) => ({ verb: { startsWith: beginning } }));
    conditions.push({ OR: begins });
  }
  if (eventId !== undefined) conditions.push(await aboutEvent(context, eventId));
  if (from !== undefined) conditions.push({ at: { gte: new Date(from) } });
  if (until !== undefined) conditions.push({ at: { lt: new Date(Date.parse(until) + DAY_MS) } });
  if (session !== undefined) {
    conditions.push({ details: { path: ["request", "session"], equals: session } });
  }
  if (search !== undefined && search !== "") {
    // Postgres takes these signs for a pattern: in what somebody searches they stand for themselves.
    const contains = search.replace(/[\\%_]/g, "\\$&");
    conditions.push({ summary: { contains, mode: "insensitive" } });
  }
  return { customerId: context.customer.id, AND: conditions };
}

async function aboutEvent(
  { customer }: ServiceContext,
  eventId: string,
): Promise<Prisma.AuditEntryWhereInput> {
  const event = await db().event.findUnique({
    where: { customerId_wireId: { customerId: customer.id, wireId: eventId } },
    select: { id: true },
  });
  // The database id of no event; entries that name it by its id on the wire are still found.
  return {
    OR: [{ subject: event?.id ?? "-" }, { details: { path: ["eventId"], equals: eventId } }],
  };
}
