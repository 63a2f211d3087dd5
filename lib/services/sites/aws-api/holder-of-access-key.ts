import { db } from "@/lib/db/client";
import { openAwsSecrets } from "@/lib/secrets/aws-api";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { CONTEXT_CUSTOMER, type ServiceContext } from "@/lib/services/ground/context";
import { contextOfKey, isKeyInForce } from "@/lib/services/people/api-key/key-context";

/** Who signs with an access key: what they may do, and the secret that proves it. */
export type AccessKeyHolder = {
  readonly secret: string;
  readonly apiKeyId: string;
  readonly context: ServiceContext;
};

/** Null for an access key that there is not, of an API that is off, or whose API key is not in force any more. */
export async function holderOfAccessKey(accessKeyId: string): Promise<AccessKeyHolder | null> {
  const row = await db().awsApi.findUnique({
    where: { accessKeyId, isOn: true },
    include: { customer: { select: CONTEXT_CUSTOMER } },
  });
  if (row === null || row.apiKeyId === null) return null;
  const { customerId, customer, sealed } = row;
  const apiKey = await db().apiKey.findFirst({ where: { id: row.apiKeyId, customerId } });
  const { accessSecret } = openAwsSecrets(masterKeysFromEnvironment(), customer.wireId, sealed);
  if (apiKey === null || accessSecret === null || !isKeyInForce(apiKey)) return null;
  return { secret: accessSecret, apiKeyId: apiKey.id, context: contextOfKey(apiKey, customer) };
}
