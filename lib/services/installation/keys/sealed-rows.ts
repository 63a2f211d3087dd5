import { db } from "@/lib/db/client";
import { apiAnswerContext } from "@/lib/secrets/api-answer-seal";
import { awsSealContext } from "@/lib/secrets/aws-api";
import { captchaSealContext } from "@/lib/secrets/captcha-seal";
import { configKeyContext } from "@/lib/secrets/config-signer";
import { eventKeyContext } from "@/lib/secrets/event-key";
import { noticeContext, PUSH_KEY_CONTEXT } from "@/lib/secrets/notice-link";
import { drawSealContext } from "@/lib/services/event/draw/promise-draw";
import { AUDIT_KEY_CONTEXT } from "@/lib/services/ground/audit-key";
import { approvalSealContext } from "@/lib/services/people/approval/sealed-wish";
import { totpSealContext } from "@/lib/services/people/factor/totp-secret";
import { clientSecretSealContext } from "@/lib/services/people/single-sign-on/client-secret";
import { alertSealContext } from "@/lib/services/sites/alert/channel-secret";
import { secretSealContext } from "@/lib/services/sites/secret/secret-view";
import { webhookSealContext } from "@/lib/services/sites/webhook/webhook-secret";

/** A sealed value of Postgres, and what its seal is bound to. */
type SealedRow = { readonly id: string; readonly sealed: string; readonly context: string };

/** One kind of sealed value: how to read all of them, and how to replace one that is still as it was read. */
export type SealedRows = {
  readonly name: string;
  readonly read: () => Promise<readonly SealedRow[]>;
  readonly replace: (row: SealedRow, sealed: string) => Promise<{ readonly count: number }>;
};

const ofCustomer = { select: { wireId: true } } as const;

/** Everything that a master key seals in Postgres. */
export const SEALED_ROWS: readonly SealedRows[] = [
  {
    name: "secrets",
    read: async () =>
      (
        await db().secret.findMany({ select: { id: true, sealed: true, customer: ofCustomer } })
      ).map(({ id, sealed, customer }) => ({
        id,
        sealed,
        context: secretSealContext(customer.wireId),
      })),
    replace: ({ id, sealed: before }, sealed) =>
      db().secret.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "captchaKeys",
    read: async () =>
      (
        await db().captchaKey.findMany({ select: { id: true, sealed: true, customer: ofCustomer } })
      ).map(({ id, sealed, customer }) => ({
        id,
        sealed,
        context: captchaSealContext(customer.wireId),
      })),
    replace: ({ id, sealed: before }, sealed) =>
      db().captchaKey.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "apiAnswers",
    read: async () =>
      (await db().apiAnswer.findMany({ where: { sealed: { not: null } } })).map(
        ({ apiKeyId, key, sealed }) => ({
          id: `${apiKeyId}/${key}`,
          sealed: sealed ?? "",
          context: apiAnswerContext({ apiKeyId, key }),
        }),
      ),
    replace: ({ sealed: before }, sealed) =>
      db().apiAnswer.updateMany({ where: { sealed: before }, data: { sealed } }),
  },
  {
    name: "configKeys",
    read: async () =>
      (
        await db().configKey.findMany({ select: { id: true, sealed: true, customer: ofCustomer } })
      ).map(({ id, sealed, customer }) => ({
        id,
        sealed,
        context: configKeyContext(customer.wireId),
      })),
    replace: ({ id, sealed: before }, sealed) =>
      db().configKey.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "eventKeys",
    read: async () =>
      (
        await db().eventKey.findMany({
          include: { event: { select: { wireId: true, customer: ofCustomer } } },
        })
      ).map(({ eventId: id, sealed, event }) => ({
        id,
        sealed,
        context: eventKeyContext({ customerId: event.customer.wireId, eventId: event.wireId }),
      })),
    replace: ({ id, sealed: before }, sealed) =>
      db().eventKey.updateMany({ where: { eventId: id, sealed: before }, data: { sealed } }),
  },
  {
    name: "totpSecrets",
    read: async () =>
      (await db().totpFactor.findMany({ select: { userId: true, sealed: true } })).map(
        ({ userId, sealed }) => ({ id: userId, sealed, context: totpSealContext(userId) }),
      ),
    replace: ({ id, sealed: before }, sealed) =>
      db().totpFactor.updateMany({ where: { userId: id, sealed: before }, data: { sealed } }),
  },
  {
    name: "clientSecrets",
    read: async () =>
      (await db().identityProvider.findMany({ include: { customer: ofCustomer } })).map(
        ({ customerId, sealed, customer }) => ({
          id: customerId,
          sealed,
          context: clientSecretSealContext(customer.wireId),
        }),
      ),
    replace: ({ id, sealed: before }, sealed) =>
      db().identityProvider.updateMany({
        where: { customerId: id, sealed: before },
        data: { sealed },
      }),
  },
  {
    name: "awsApi",
    read: async () =>
      (await db().awsApi.findMany({ include: { customer: ofCustomer } })).map(
        ({ customerId, sealed, customer }) => ({
          ...{ id: customerId, sealed, context: awsSealContext(customer.wireId) },
        }),
      ),
    replace: ({ id, sealed: before }, sealed) =>
      db().awsApi.updateMany({ where: { customerId: id, sealed: before }, data: { sealed } }),
  },
  {
    name: "pushKeys",
    read: async () =>
      (await db().pushKey.findMany({ select: { id: true, sealed: true } })).map((row) => ({
        ...row,
        context: PUSH_KEY_CONTEXT,
      })),
    replace: ({ id, sealed: before }, sealed) =>
      db().pushKey.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "notices",
    read: async () =>
      (await db().notice.findMany({ select: { id: true, sealed: true } })).flatMap(
        ({ id, sealed }) => (sealed === null ? [] : [{ id, sealed, context: noticeContext(id) }]),
      ),
    replace: ({ id, sealed: before }, sealed) =>
      db().notice.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "auditKeys",
    read: async () =>
      (await db().auditKey.findMany()).map((row) => ({ ...row, context: AUDIT_KEY_CONTEXT })),
    replace: ({ id, sealed: before }, sealed) =>
      db().auditKey.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "approvals",
    read: async () =>
      (
        await db().approval.findMany({
          select: { id: true, sealed: true, verb: true, customer: ofCustomer },
        })
      ).map(({ id, sealed, verb, customer }) => ({
        id,
        sealed,
        context: approvalSealContext({ approvalId: id, customerWireId: customer.wireId, verb }),
      })),
    replace: ({ id, sealed: before }, sealed) =>
      db().approval.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "webhookSecrets",
    read: async () =>
      (
        await db().webhookEndpoint.findMany({
          select: { id: true, sealed: true, customer: ofCustomer },
        })
      ).map(({ id, sealed, customer }) => ({
        ...{ id, sealed, context: webhookSealContext(customer.wireId) },
      })),
    replace: ({ id, sealed: before }, sealed) =>
      db().webhookEndpoint.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "formerWebhookSecrets",
    read: async () =>
      (
        await db().webhookEndpoint.findMany({
          select: { id: true, sealedBefore: true, customer: ofCustomer },
        })
      ).flatMap(({ id, sealedBefore, customer }) =>
        sealedBefore === null
          ? []
          : [{ id, sealed: sealedBefore, context: webhookSealContext(customer.wireId) }],
      ),
    replace: ({ id, sealed: before }, sealedBefore) =>
      db().webhookEndpoint.updateMany({
        where: { id, sealedBefore: before },
        data: { sealedBefore },
      }),
  },
  {
    name: "alertChannels",
    read: async () =>
      (
        await db().alertChannel.findMany({
          select: { id: true, sealed: true, customer: ofCustomer },
        })
      ).flatMap(({ id, sealed, customer }) =>
        sealed === null ? [] : [{ id, sealed, context: alertSealContext(customer.wireId) }],
      ),
    replace: ({ id, sealed: before }, sealed) =>
      db().alertChannel.updateMany({ where: { id, sealed: before }, data: { sealed } }),
  },
  {
    name: "draws",
    read: async () =>
      (await db().draw.findMany({ select: { runId: true, sealedSecret: true } })).map(
        ({ runId, sealedSecret }) => ({
          id: runId,
          sealed: sealedSecret,
          context: drawSealContext(runId),
        }),
      ),
    replace: ({ id, sealed: before }, sealedSecret) =>
      db().draw.updateMany({ where: { runId: id, sealedSecret: before }, data: { sealedSecret } }),
  },
];
