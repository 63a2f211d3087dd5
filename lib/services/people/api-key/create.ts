import { createHash, randomBytes } from "node:crypto";
import type { z } from "zod";
import type { Tx } from "@/lib/db/client";
import { API_KEY_SCOPES } from "@/lib/domain/api-key/scopes";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import {
  answerableUser,
  type Permission,
  type ServiceContext,
} from "@/lib/services/ground/context";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { forbidden, limitExceeded } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";
import { type AuditRecord, recordAudit } from "@/lib/services/ground/record-audit";
import { requireOwnEvents } from "@/lib/services/ground/require-own-events";
import { type ApiKeyView, toApiKeyView } from "./api-key-view";
import { API_KEYS_MAX, createApiKeyInput } from "./schemas";

const KEY_BYTES = 32;
const PREFIX_CHARACTERS = 10;
const DAY_MS = 24 * 3_600_000;

/**
 * Makes a key for what its scopes name, and answers its text. Only the
 * SHA-256 is stored, so this is the only time that anybody sees the text.
 */
export const createApiKey = defineProvenChange(
  "api-key:write",
  createApiKeyInput,
  async (tx, context, input) => {
    const made = await makeApiKey(tx, context, input);
    await recordAudit(tx, context, creationOf(made));
    return made;
  },
);

/** The same without the audit entry, for a caller who has seen to it that the person may make keys. */
export async function makeApiKey(
  tx: Tx,
  context: ServiceContext,
  { name, scopes, permissions, eventIds, validDays }: z.output<typeof createApiKeyInput>,
): Promise<ApiKeyView & { readonly text: string }> {
  requireOwnPermissions(context, permissions);
  const text = `stn_${randomBytes(KEY_BYTES).toString("base64url")}`;
  await lockCustomer(tx, context);
  await requireOwnEvents(tx, context, eventIds);
  const where = { customerId: context.customer.id };
  if ((await tx.apiKey.count({ where: { ...where, revokedAt: null } })) >= API_KEYS_MAX) {
    throw limitExceeded(`You can have up to ${API_KEYS_MAX} API keys. Revoke an unused key first.`);
  }
  const row = await tx.apiKey.create({
    data: {
      id: newId("apiKey"),
      ...where,
      name,
      prefix: text.slice(0, PREFIX_CHARACTERS),
      hash: createHash("sha256").update(text).digest("hex"),
      scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
      permissions: PERMISSIONS.filter((one) => permissions.includes(one)),
      eventIds: [...new Set(eventIds)],
      // Who makes a key by a key answers for both.
      createdBy: context.actor.type === "api-key" ? answerableUser(context) : context.actor.id,
      expiresAt: validDays === null ? null : new Date(Date.now() + validDays * DAY_MS),
    },
  });
  await enqueueOutbox(tx, context, "customer", context.customer.id);
  return { ...toApiKeyView(row), text };
}

/** What the audit log says of a new key. */
export function creationOf({ id, name, prefix, ...made }: ApiKeyView): AuditRecord {
  const { scopes, permissions, eventIds, expiresAt } = made;
  return {
    verb: "api-key.create",
    subject: id,
    summary: `created the API key ${name} (${prefix}…) to ${scopes.join(", ")}`,
    details: {
      scopes: [...scopes],
      permissions: [...permissions],
      eventIds: [...eventIds],
      expiresAt,
    },
  };
}

/** Nobody gives a key what they may not do themselves. */
export function requireOwnPermissions(
  context: ServiceContext,
  permissions: readonly Permission[],
): void {
  const missing = permissions.find((permission) => !context.permissions.has(permission));
  if (missing !== undefined) throw forbidden(`You can't give a key ${missing}: you don't have it.`);
}
