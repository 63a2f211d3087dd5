import { db } from "@/lib/db/client";
import { mailOf } from "@/lib/domain/alert/formats/mail";
import type { AlertNotice } from "@/lib/domain/alert/notice";
import { ROLES } from "@/lib/domain/permissions/roles";
import { trySendMail } from "@/lib/platform/mail/send-mail";
import type { NoticeToSend } from "../deliveries";
import type { NoticeOutcome } from "../send";

/**
 * Mails a notice to everybody of a channel, each on their own. Where one of them fails all are mailed again, with the same
 * message id: mail programs show it once.
 */
export async function mailNotice(
  { id, channel }: NoticeToSend,
  notice: AlertNotice,
): Promise<NoticeOutcome> {
  const to = await recipientsOf(channel);
  if (to.length === 0) return fail("No member has one of these roles.");
  const mail = mailOf(notice);
  const host = notice.url === null ? "stanchion.invalid" : new URL(notice.url).hostname;
  const problems = await Promise.all(
    to.map((address, place) =>
      trySendMail({ to: address, ...mail, messageId: `<alert-${id}.${place}@${host}>` }),
    ),
  );
  const problem = problems.find((one) => one !== null);
  return problem === undefined ? { kind: "sent" } : fail(problem);
}

async function recipientsOf({
  customerId,
  roles,
  addresses,
}: NoticeToSend["channel"]): Promise<readonly string[]> {
  const members = await db().membership.findMany({
    where: { customerId, role: { in: ROLES.filter((role) => roles.includes(role)) } },
    select: { user: { select: { email: true } } },
    orderBy: { id: "asc" },
  });
  return [...new Set([...members.map(({ user }) => user.email), ...addresses])];
}

function fail(problem: string): NoticeOutcome {
  return { kind: "failed", problem, retryAfterMs: 0 };
}
