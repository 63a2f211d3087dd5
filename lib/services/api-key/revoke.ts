import type { ServiceContext } from "@/lib/services/context";
import { notFound, ServiceError } from "@/lib/services/errors";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { requireFreshSignIn } from "@/lib/services/session/require-fresh-sign-in";
import { withTransaction } from "@/lib/services/with-transaction";
import { type ApiKeyView, toApiKeyView } from "./api-key-view";
import { type ApiKeyIdInput, apiKeyIdInput } from "./schemas";

/** Revokes a key for good. Throws `precondition_failed` when it was revoked before. */
export async function revokeApiKey(
  context: ServiceContext,
  rawInput: ApiKeyIdInput,
): Promise<ApiKeyView> {
  requirePermission(context, "api-key:write");
  await requireFreshSignIn(context);
  const { apiKeyId } = apiKeyIdInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    const where = { id: apiKeyId, customerId: context.customer.id };
    const [row] = await tx.apiKey.updateManyAndReturn({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (row === undefined) {
      if ((await tx.apiKey.count({ where })) === 0) throw notFound("API key");
      throw new ServiceError("precondition_failed", "This API key was revoked before.");
    }
    await recordAudit(tx, context, {
      verb: "api-key.revoke",
      subject: row.id,
      summary: `revoked the API key ${row.name} (${row.prefix}…)`,
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toApiKeyView(row);
  });
}
