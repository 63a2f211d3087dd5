import { db } from "@/lib/db/client";
import { newAwsSigningKey } from "@/lib/secrets/aws-api";
import { defineChange, defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { type AwsApiView, toAwsApiView } from "./aws-api-view";
import { changeAwsApi, lockAwsApi, requireAwsApi, sealAwsSecrets } from "./inner/change-aws-api";
import { rotateAwsKeyInput, setAwsApiInput } from "./schemas";

const HOUR_MS = 3_600_000;

export const getAwsApi = defineVerb(
  "secret:read",
  noInput,
  async ({ customer }): Promise<AwsApiView> => {
    const row = await db().awsApi.findUnique({ where: { customerId: customer.id } });
    return toAwsApiView(customer.wireId, row);
  },
);

/**
 * Turns the API on or off; the first time makes the key that signs. Off, waiting rooms have none of it. Setting it to what it
 * is changes nothing and is not audited.
 */
export const setAwsApi = defineChange(
  "secret:write",
  setAwsApiInput,
  async (tx, context, { isOn }): Promise<AwsApiView> => {
    const { id: customerId, wireId } = context.customer;
    const held = await lockAwsApi(tx, context);
    if (isOn === (held?.row.isOn ?? false)) return toAwsApiView(wireId, held?.row ?? null);
    await recordAudit(tx, context, {
      verb: "aws-api.set",
      subject: customerId,
      summary: `turned Virtual Waiting Room on AWS ${isOn ? "on" : "off"}`,
    });
    if (held !== null) return toAwsApiView(wireId, await changeAwsApi(tx, context, { isOn }));
    const key = await newAwsSigningKey();
    const sealed = sealAwsSecrets(context, { signing: [key], accessSecret: null });
    await enqueueOutbox(tx, context, "customer", customerId);
    const row = await tx.awsApi.create({
      data: { customerId, isOn, sealed, keyId: key.kid, keyMadeAt: new Date() },
    });
    return toAwsApiView(wireId, row);
  },
);

/** Signs with a new key from now on. For `overlapHours` tokens of the key before are verified. */
export const rotateAwsKey = defineChange(
  "secret:write",
  rotateAwsKeyInput,
  async (tx, context, { overlapHours }): Promise<AwsApiView> => {
    const { row, secrets } = await requireAwsApi(tx, context);
    const key = await newAwsSigningKey();
    const now = Date.now();
    const [before, ...former] = secrets.signing;
    const last = before && { ...before, shownUntilMs: now + overlapHours * HOUR_MS };
    const kept = [...(last ? [last] : []), ...former];
    const signing = [key, ...kept.filter(({ shownUntilMs }) => (shownUntilMs ?? 0) > now)];
    await recordAudit(tx, context, {
      verb: "aws-api.rotate-key",
      subject: row.customerId,
      summary: "changed the key that signs tokens of Virtual Waiting Room on AWS",
      details: { keyId: key.kid, overlapHours },
    });
    const sealed = sealAwsSecrets(context, { ...secrets, signing });
    const data = { sealed, keyId: key.kid, keyMadeAt: new Date(now) };
    return toAwsApiView(context.customer.wireId, await changeAwsApi(tx, context, data));
  },
);
