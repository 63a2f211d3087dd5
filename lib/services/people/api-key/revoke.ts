import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { notFound, ServiceError } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireFreshSignIn } from "@/lib/services/ground/require-fresh-sign-in";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { withTransaction } from "@/lib/services/ground/with-transaction";
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
      throw new ServiceError("precondition_failed", "This API key is already revoked.");
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
