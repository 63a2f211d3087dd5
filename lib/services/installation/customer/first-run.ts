import { db } from "@/lib/db/client";
import { readPulls } from "@/lib/line/commands/pulls";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readFromLine } from "@/lib/services/ground/line-redis";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { settingsOf } from "@/lib/services/ground/setting-columns";
import { hasAnyAdmission } from "@/lib/services/operation/admission/has-any";

/** How far a customer has come on the way to the first visitor who went through a waiting room. */
export type FirstRunState = {
  /** The one that is open, else the newest; null without any. */
  readonly event: {
    readonly eventId: string;
    readonly name: string;
    readonly isOpen: boolean;
    readonly isPaused: boolean;
    /** Visitors see a countdown: its start lies ahead. */
    readonly startsLater: boolean;
    readonly targetUrl: string;
  } | null;
  readonly hasSecret: boolean;
  readonly hasApiKey: boolean;
  readonly hasRule: boolean;
  readonly isPublished: boolean;
  /** A connector asked for the rules within the last week, or a visitor came through. */
  readonly isConnected: boolean;
  readonly hasVisit: boolean;
};

/** Of secrets and keys it tells only whether there are any. */
export async function readFirstRun(context: ServiceContext): Promise<FirstRunState> {
  requirePermission(context, "event:read");
  const where = { customerId: context.customer.id };
  const [event, secret, apiKey, rule, publication, hasVisit] = await Promise.all([
    db().event.findFirst({
      where: { ...where, testOf: null },
      orderBy: [{ status: "asc" }, { createdAt: "desc" }],
      select: {
        ...{ wireId: true, name: true, status: true, paused: true },
        ...{ startAt: true, settings: true },
      },
    }),
    db().secret.findFirst({ where, select: { id: true } }),
    db().apiKey.findFirst({ where: { ...where, revokedAt: null }, select: { id: true } }),
    db().rule.findFirst({ where, select: { id: true } }),
    db().publication.findFirst({ where, select: { version: true } }),
    hasAnyAdmission(context),
  ]);
  return {
    event: event && {
      eventId: event.wireId,
      name: event.name,
      isOpen: event.status === "open",
      isPaused: event.paused,
      startsLater: event.startAt !== null && event.startAt.getTime() > Date.now(),
      ...settingsOf(event, "targetUrl"),
    },
    hasSecret: secret !== null,
    hasApiKey: apiKey !== null,
    hasRule: rule !== null,
    isPublished: publication !== null,
    isConnected: hasVisit || (await hasPull(context)),
    hasVisit,
  };
}

const NEW_MS = 14 * 24 * 3_600_000;

/** Whether the customer was made within the last two weeks: whoever has just taken the last step wants to be told. */
export async function isNewCustomer({ customer }: ServiceContext): Promise<boolean> {
  const { createdAt } = await db().customer.findUniqueOrThrow({
    where: { id: customer.id },
    select: { createdAt: true },
  });
  return Date.now() - createdAt.getTime() < NEW_MS;
}

/** False while Redis is away: the step stays open until somebody can tell. */
async function hasPull({ customer }: ServiceContext): Promise<boolean> {
  return readFromLine((redis) => readPulls(redis, customer.wireId)).then(
    (pulls) => pulls.length > 0,
    () => false,
  );
}
