import { db } from "@/lib/db/client";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { toPublicationView } from "./publication-view";
import { publicationInput } from "./schemas";

/** One version of the config as connectors got it. Throws `not_found` when there is none. */
export const getPublication = defineVerb(
  "publication:read",
  publicationInput,
  async (context, { version }) => {
    const row = await db().publication.findUnique({
      where: { customerId_version: { customerId: context.customer.id, version } },
    });
    if (row === null) throw notFound("publication");
    return toPublicationView(row);
  },
);
