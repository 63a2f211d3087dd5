import { z } from "zod";
import { db } from "@/lib/db/client";
import {
  type RuleDifference,
  ruleDifferences,
} from "@/lib/domain/integration-config/rule-differences";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineVerb } from "@/lib/services/ground/define-verb";
import { invalidField } from "@/lib/services/ground/errors";
import { PAGE_FIELDS, type PageOf } from "@/lib/services/ground/keyset";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { type PublicationSummary, storedRules, toPublicationSummary } from "./publication-view";
import { type ListPublicationsInput, listPublicationsInput } from "./schemas";

/** How many versions a page of the list has. */
export const LISTED_MAX = 50;

export type ListedPublication = PublicationSummary & {
  /** How many rules it added, removed, changed and moved, compared with the version before. */
  readonly counts: Readonly<Record<RuleDifference["kind"], number>>;
};

/** Fifty publications of the customer, the newest first, each with what it changed. */
export async function listPublications(
  context: ServiceContext,
  rawInput: ListPublicationsInput = {},
): Promise<readonly ListedPublication[]> {
  requirePermission(context, "publication:read");
  const { before } = listPublicationsInput.parse(rawInput);
  return publicationsBefore(context, before, LISTED_MAX);
}

const pageInput = z.strictObject(PAGE_FIELDS);

/** A page of the same list. */
export const pagePublications = defineVerb(
  "publication:read",
  pageInput,
  async (context, { limit, cursor }): Promise<PageOf<ListedPublication>> => {
    const before = cursor === undefined ? undefined : readCursor(cursor);
    const found = await publicationsBefore(context, before, limit);
    const last = found.at(-1);
    const isMore = last !== undefined && found.length === limit && last.version > 1;
    return { items: found, nextCursor: isMore ? String(last.version) : null };
  },
);

function readCursor(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw invalidField("cursor", "This is not a cursor of this list.");
}

async function publicationsBefore(
  context: ServiceContext,
  before: number | undefined,
  count: number,
): Promise<readonly ListedPublication[]> {
  const rows = await db().publication.findMany({
    where: {
      customerId: context.customer.id,
      ...(before === undefined ? {} : { version: { lt: before } }),
    },
    orderBy: { version: "desc" },
    // One more, to compare the last one with.
    take: count + 1,
  });
  return rows.slice(0, count).map((row, index) => {
    const former = rows[index + 1];
    const differences = ruleDifferences(
      former === undefined ? null : storedRules(former),
      storedRules(row),
    );
    return { ...toPublicationSummary(row), counts: countKinds(differences) };
  });
}

function countKinds(differences: readonly RuleDifference[]): ListedPublication["counts"] {
  const count = (kind: RuleDifference["kind"]) =>
    differences.filter((one) => one.kind === kind).length;
  return {
    added: count("added"),
    removed: count("removed"),
    changed: count("changed"),
    moved: count("moved"),
  };
}
