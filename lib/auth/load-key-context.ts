import { createHash } from "node:crypto";
import { db } from "@/lib/db/client";
import { scopesOf } from "@/lib/domain/api-key/scopes";
import { CONTEXT_CUSTOMER, type ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { sharedReads } from "@/lib/services/ground/shared-reads";
import { contextOfKey } from "@/lib/services/people/api-key/key-context";

/** A program that has shown a key for the API. */
export type KeyHolder = {
  readonly apiKeyId: string;
  readonly context: ServiceContext;
};

type Known = { readonly holder: KeyHolder; readonly expiresAtMs: number };

const KEPT_MS = 10_000;
const known = sharedReads<Known>("api-keys", {
  keptMs: KEPT_MS,
  tagsOf: ({ holder }) => [holder.context.customer.id],
});

/**
 * Who holds a key. For what only reads it may be ten seconds old; a request that changes something looks at the
 * database. Throws `unauthenticated` for a text that is no key, for one that was revoked or has expired, and for keys of
 * connectors, which may do nothing here.
 */
export async function loadKeyContext(
  text: string,
  use: "reading" | "changing",
): Promise<KeyHolder> {
  const hash = createHash("sha256").update(text).digest("hex");
  const key = use === "reading" ? await known.get(hash, () => find(hash)) : await find(hash);
  if (key.expiresAtMs <= Date.now()) throw unauthenticated("This API key has expired.");
  return key.holder;
}

async function find(hash: string): Promise<Known> {
  const row = await db().apiKey.findUnique({
    where: { hash },
    include: { customer: { select: CONTEXT_CUSTOMER } },
  });
  if (row === null || row.revokedAt !== null) throw unauthenticated("This is not a valid API key.");
  if (!scopesOf(row.scopes).includes("api")) {
    throw unauthenticated("This API key is for connectors. Create one that may use the API.");
  }
  const holder: KeyHolder = { apiKeyId: row.id, context: contextOfKey(row, row.customer) };
  return { holder, expiresAtMs: row.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY };
}

function unauthenticated(message: string): ServiceError {
  return new ServiceError("unauthenticated", message);
}
