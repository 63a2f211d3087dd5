import type { Tx } from "@/lib/db/client";
import type { AwsApi, Prisma } from "@/lib/db/generated/client";
import { type AwsSecrets, awsSealContext, openAwsSecrets } from "@/lib/secrets/aws-api";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { seal } from "@/lib/secrets/seal";
import type { ServiceContext } from "@/lib/services/ground/context";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { preconditionFailed } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";

type Held = { readonly row: AwsApi; readonly secrets: AwsSecrets };

/** The API of a customer, locked until the transaction ends; null where it was never turned on. */
export async function lockAwsApi(tx: Tx, context: ServiceContext): Promise<Held | null> {
  await lockCustomer(tx, context);
  const { id: customerId, wireId } = context.customer;
  const row = await tx.awsApi.findUnique({ where: { customerId } });
  if (row === null) return null;
  return { row, secrets: openAwsSecrets(masterKeysFromEnvironment(), wireId, row.sealed) };
}

/** The same. Throws `precondition_failed` where it was never turned on. */
export async function requireAwsApi(tx: Tx, context: ServiceContext): Promise<Held> {
  const held = await lockAwsApi(tx, context);
  if (held === null) throw preconditionFailed("Turn on Virtual Waiting Room on AWS first.");
  return held;
}

export function sealAwsSecrets(context: ServiceContext, secrets: AwsSecrets): string {
  const [master] = masterKeysFromEnvironment();
  return seal(master, awsSealContext(context.customer.wireId), JSON.stringify(secrets));
}

/** Stores a change, and has the waiting rooms told. */
export async function changeAwsApi(
  tx: Tx,
  context: ServiceContext,
  data: Prisma.AwsApiUncheckedUpdateInput,
): Promise<AwsApi> {
  const customerId = context.customer.id;
  await enqueueOutbox(tx, context, "customer", customerId);
  return tx.awsApi.update({ where: { customerId }, data });
}
