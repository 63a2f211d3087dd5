import { db } from "@/lib/db/client";
import { newAwsSigningKey } from "@/lib/secrets/aws-doors";
import { defineChange, defineVerb, noInput } from "@/lib/services/ground/define-verb";
import { enqueueOutbox } from "@/lib/services/ground/enqueue";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { type AwsDoorsView, toAwsDoorsView } from "./aws-doors-view";
import { changeDoors, lockDoors, requireDoors, sealAwsSecrets } from "./inner/change-doors";
import { rotateAwsKeyInput, setAwsDoorsInput } from "./schemas";

const HOUR_MS = 3_600_000;

export const getAwsDoors = defineVerb(
  "secret:read",
  noInput,
  async ({ customer }): Promise<AwsDoorsView> => {
    const row = await db().awsDoors.findUnique({ where: { customerId: customer.id } });
    return toAwsDoorsView(customer.wireId, row);
  },
);

/**
 * Turns the doors on or off; the first time makes the key that signs. Off, waiting rooms have none of it. Setting it to what it
 * is changes nothing and is not audited.
 */
export const setAwsDoors = defineChange(
  "secret:write",
  setAwsDoorsInput,
  async (tx, context, { isOn }): Promise<AwsDoorsView> => {
    const { id: customerId, wireId } = context.customer;
    const held = await lockDoors(tx, context);
    if (isOn === (held?.row.isOn ?? false)) return toAwsDoorsView(wireId, held?.row ?? null);
    await recordAudit(tx, context, {
      verb: "aws-doors.set",
      subject: customerId,
      summary: `turned Virtual Waiting Room on AWS ${isOn ? "on" : "off"}`,
    });
    if (held !== null) return toAwsDoorsView(wireId, await changeDoors(tx, context, { isOn }));
    const key = await newAwsSigningKey();
    const sealed = sealAwsSecrets(context, { signing: [key], accessSecret: null });
    await enqueueOutbox(tx, context, "customer", customerId);
    const row = await tx.awsDoors.create({
      data: { customerId, isOn, sealed, keyId: key.kid, keyMadeAt: new Date() },
    });
    return toAwsDoorsView(wireId, row);
  },
);

/** Signs with a new key from now on. For `overlapHours` tokens of the key before are verified. */
export const rotateAwsKey = defineChange(
  "secret:write",
  rotateAwsKeyInput,
  async (tx, context, { overlapHours }): Promise<AwsDoorsView> => {
    const { row, secrets } = await requireDoors(tx, context);
    const key = await newAwsSigningKey();
    const now = Date.now();
    const [before, ...former] = secrets.signing;
    const last = before && { ...before, shownUntilMs: now + overlapHours * HOUR_MS };
    const kept = [...(last ? [last] : []), ...former];
    const signing = [key, ...kept.filter(({ shownUntilMs }) => (shownUntilMs ?? 0) > now)];
    await recordAudit(tx, context, {
      verb: "aws-doors.rotate-key",
      subject: row.customerId,
      summary: "changed the key that signs tokens of Virtual Waiting Room on AWS",
      details: { keyId: key.kid, overlapHours },
    });
    const sealed = sealAwsSecrets(context, { ...secrets, signing });
    const data = { sealed, keyId: key.kid, keyMadeAt: new Date(now) };
    return toAwsDoorsView(context.customer.wireId, await changeDoors(tx, context, data));
  },
);
