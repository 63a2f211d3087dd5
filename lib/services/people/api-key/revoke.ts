import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { notFound, preconditionFailed } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { toApiKeyView } from "./api-key-view";
import { apiKeyIdInput } from "./schemas";

/** Revokes a key for good. Throws `precondition_failed` when it was revoked before. */
export const revokeApiKey = defineProvenChange(
  "api-key:write",
  apiKeyIdInput,
  async (tx, context, { apiKeyId }) => {
    const where = { id: apiKeyId, customerId: context.customer.id };
    const [row] = await tx.apiKey.updateManyAndReturn({
      where: { ...where, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (row === undefined) {
      if ((await tx.apiKey.count({ where })) === 0) throw notFound("API key");
      throw preconditionFailed("This API key is already revoked.");
    }
    await recordAudit(tx, context, {
      verb: "api-key.revoke",
      subject: row.id,
      summary: `revoked the API key ${row.name} (${row.prefix}…)`,
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    return toApiKeyView(row);
  },
);
