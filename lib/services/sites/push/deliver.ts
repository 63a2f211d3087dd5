import { db } from "@/lib/db/client";
import type { ConfigPush, Secret } from "@/lib/db/generated/client";
import { type PushOutcome, pushBody, sendPush } from "@/lib/platform/push/send-push";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { unseal } from "@/lib/secrets/seal";
import { Attempts } from "@/lib/services/ground/attempts";
import { signPublication } from "@/lib/services/sites/publication/sign";
import { secretSealContext } from "@/lib/services/sites/secret/secret-view";

/** How long after each failed attempt the next one is made; after the last one the push is given up. */
const RETRY_AFTER_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const;
/** Longer than an attempt may take: an attempt whose worker died is repeated, and no other. */
const LEASE_MS = 60_000;
const AT_ONCE = 10;

/** Makes the pushes that are due. May be repeated or killed; a site gets the newest version at least once. */
export async function deliverPushes(): Promise<{
  readonly delivered: number;
  readonly failed: number;
}> {
  const due = await db().configPush.findMany({
    where: { nextAttemptAt: { lte: new Date() } },
    orderBy: { nextAttemptAt: "asc" },
    take: AT_ONCE,
  });
  const attempts = new Attempts();
  const outcomes = await Promise.all(due.map((row) => attempts.try(() => deliver(row))));
  attempts.end(() => "Not all configs were pushed.");
  return {
    delivered: outcomes.filter((outcome) => outcome === "delivered").length,
    failed: outcomes.filter((outcome) => outcome === "failed").length,
  };
}

async function deliver(row: ConfigPush): Promise<"delivered" | "failed" | "taken"> {
  const { customerId, version, attempts, nextAttemptAt } = row;
  const attempt = attempts + 1;
  // The worker that changes the row first makes the attempt.
  const { count } = await db().configPush.updateMany({
    where: { customerId, version, attempts, nextAttemptAt },
    data: { attempts: attempt, nextAttemptAt: new Date(Date.now() + LEASE_MS) },
  });
  if (count === 0) return "taken";
  const body = await bodyOf(row);
  const outcome: PushOutcome =
    typeof body === "string"
      ? await sendPush(customerId, row.url, body)
      : { status: null, problem: body.problem };
  const hasArrived = outcome.problem === null;
  const retryAfterMs = hasArrived ? undefined : RETRY_AFTER_MS[attempt - 1];
  // If somebody published meanwhile, that push is planned already; this outcome must not touch it.
  await db().configPush.updateMany({
    where: { customerId, version, attempts: attempt, url: row.url },
    data: {
      attemptedAt: new Date(),
      problem: outcome.problem,
      nextAttemptAt: retryAfterMs === undefined ? null : new Date(Date.now() + retryAfterMs),
      ...(hasArrived ? { deliveredVersion: version, deliveredAt: new Date() } : {}),
    },
  });
  return hasArrived ? "delivered" : "failed";
}

/** The body of a push, or why there is none. */
async function bodyOf({
  customerId,
  version,
}: ConfigPush): Promise<string | { readonly problem: string }> {
  const customer = await db().customer.findUniqueOrThrow({
    where: { id: customerId },
    select: {
      id: true,
      wireId: true,
      secrets: { where: { active: true, eventId: null } },
      publications: { where: { version: version ?? 0 } },
    },
  });
  const [publication] = customer.publications;
  const [secret] = customer.secrets;
  if (publication === undefined) return { problem: "This version does not exist." };
  if (secret === undefined) return { problem: "No secret signs for all events." };
  const signed = await db().$transaction((tx) => signPublication(tx, customer, publication));
  return pushBody(signed, textOf(customer.wireId, secret));
}

function textOf(customerWireId: string, { sealed }: Secret): string {
  return unseal(masterKeysFromEnvironment(), secretSealContext(customerWireId), sealed);
}
