import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/context";
import { requirePermission } from "@/lib/services/require-permission";
import { type PublicationSummary, toPublicationSummary } from "./publication-view";

const LISTED_MAX = 100;

/** The last 100 publications of the customer, the newest first. */
export async function listPublications(
  context: ServiceContext,
): Promise<readonly PublicationSummary[]> {
  requirePermission(context, "publication:read");
  const rows = await db().publication.findMany({
    where: { customerId: context.customer.id },
    orderBy: { version: "desc" },
    take: LISTED_MAX,
  });
  return rows.map(toPublicationSummary);
}
