import { randomBytes } from "node:crypto";
import type { Tx } from "@/lib/db/client";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import type { ServiceContext } from "@/lib/services/ground/context";
import { defineProvenChange } from "@/lib/services/ground/define-verb";
import { notFound } from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { requireOwnPermissions } from "@/lib/services/people/api-key/create";
import { isKeyInForce } from "@/lib/services/people/api-key/key-context";
import { type AwsApiView, toAwsApiView } from "./aws-api-view";
import { changeAwsApi, requireAwsApi, sealAwsSecrets } from "./inner/change-aws-api";
import { createAwsAccessKeyInput } from "./schemas";

const ID_BYTES = 8;
const SECRET_BYTES = 30;

/** With the secret, which nobody sees again; null where the access key was taken away. */
export type AwsAccessKey = AwsApiView & { readonly secretAccessKey: string | null };

/**
 * Makes the access key with which programs sign private calls, in place of the one before. It may do what one API key may, for
 * as long as that key is in force.
 */
export const createAwsAccessKey = defineProvenChange(
  "api-key:write",
  createAwsAccessKeyInput,
  async (tx, context, { apiKeyId }): Promise<AwsAccessKey> => {
    if (apiKeyId === null) return removeAccessKey(tx, context);
    const { id: customerId, wireId } = context.customer;
    const apiKey = await tx.apiKey.findFirst({ where: { id: apiKeyId, customerId } });
    if (apiKey === null || !isKeyInForce(apiKey)) throw notFound("API key");
    const given = PERMISSIONS.filter((one) => apiKey.permissions.includes(one));
    requireOwnPermissions(context, given);
    const { row, secrets } = await requireAwsApi(tx, context);
    const secretAccessKey = randomBytes(SECRET_BYTES).toString("base64url");
    const accessKeyId = `STNA${randomBytes(ID_BYTES).toString("hex").toUpperCase()}`;
    await recordAudit(tx, context, {
      verb: "aws-api.create-access-key",
      subject: row.customerId,
      summary: `created the access key ${accessKeyId} with the permissions of ${apiKey.name}`,
      details: { accessKeyId, apiKeyId },
    });
    const sealed = sealAwsSecrets(context, { ...secrets, accessSecret: secretAccessKey });
    const changed = await changeAwsApi(tx, context, { sealed, accessKeyId, apiKeyId });
    return { ...toAwsApiView(wireId, changed), secretAccessKey };
  },
);

async function removeAccessKey(tx: Tx, context: ServiceContext): Promise<AwsAccessKey> {
  const { row, secrets } = await requireAwsApi(tx, context);
  await recordAudit(tx, context, {
    verb: "aws-api.remove-access-key",
    subject: row.customerId,
    summary: "removed the access key of Virtual Waiting Room on AWS",
  });
  const sealed = sealAwsSecrets(context, { ...secrets, accessSecret: null });
  const data = { sealed, accessKeyId: null, apiKeyId: null };
  const changed = await changeAwsApi(tx, context, data);
  return { ...toAwsApiView(context.customer.wireId, changed), secretAccessKey: null };
}
