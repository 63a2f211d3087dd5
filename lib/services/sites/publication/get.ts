import { db } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { notFound } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type PublicationView, toPublicationView } from "./publication-view";
import { type PublicationInput, publicationInput } from "./schemas";

/** One version of the config as connectors got it. Throws `not_found` when there is none. */
export async function getPublication(
  context: ServiceContext,
  rawInput: PublicationInput,
): Promise<PublicationView> {
  requirePermission(context, "publication:read");
  const { version } = publicationInput.parse(rawInput);
  const row = await db().publication.findUnique({
    where: { customerId_version: { customerId: context.customer.id, version } },
  });
  if (row === null) throw notFound("publication");
  return toPublicationView(row);
}
