import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { rolesWith } from "@/lib/domain/permissions/roles";
import { trySendMail } from "@/lib/platform/mail/send-mail";
import { Attempts } from "@/lib/services/ground/attempts";
import { inConsole } from "@/lib/services/ground/in-console";

const WITH_MEMBERS = {
  customer: {
    include: {
      memberships: {
        where: { role: { in: [...rolesWith("webhook:write")] } },
        include: { user: { select: { email: true } } },
      },
    },
  },
} as const satisfies Prisma.WebhookEndpointInclude;

type Off = Prisma.WebhookEndpointGetPayload<{ include: typeof WITH_MEMBERS }>;

/**
 * Mails those who may turn a webhook on again that Stanchion has turned it off: once, unless nobody could be mailed. Answers
 * how many webhooks were told of.
 */
export async function mailTurnedOff(now = new Date()): Promise<number> {
  const untold = await db().webhookEndpoint.findMany({
    where: { isOn: false, offBecause: { in: ["failing", "gone"] }, offToldAt: null },
    include: WITH_MEMBERS,
  });
  const attempts = new Attempts();
  let told = 0;
  for (const endpoint of untold) if (await attempts.try(() => tell(endpoint, now))) told += 1;
  attempts.end((failed) => `${failed} webhooks that were turned off could not be told of.`);
  return told;
}

async function tell(endpoint: Off, now: Date): Promise<boolean> {
  const { id, name, customer } = endpoint;
  const where = { id, offToldAt: null, isOn: false };
  const { count } = await db().webhookEndpoint.updateMany({ where, data: { offToldAt: now } });
  if (count === 0) return false;
  const mails = customer.memberships.map(({ user }) =>
    trySendMail({
      to: user.email,
      subject: `Webhook ${name} of ${customer.name} was turned off`,
      text: textOf(endpoint),
    }),
  );
  const problems = await Promise.all(mails);
  if (problems.length === 0 || problems.includes(null)) return true;
  await db().webhookEndpoint.updateMany({ where: { id }, data: { offToldAt: null } });
  throw new Error(problems[0] ?? "");
}

function textOf({ id, name, url, offBecause }: Off): string {
  const why =
    offBecause === "gone"
      ? `${new URL(url).host} answered 410 (Gone).`
      : `No delivery to ${new URL(url).host} has succeeded for three days.`;
  return [
    `Stanchion turned off the webhook ${name}. ${why}`,
    "Pending messages are kept for 30 days and sent when you turn it on again:",
    inConsole(`/webhooks/${id}`),
    "Nothing is sent for the time in between. Use Resend on that page.",
  ].join("\n\n");
}
