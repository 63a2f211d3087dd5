import { db } from "@/lib/db/client";
import { mailOf } from "@/lib/domain/alert/formats/mail";
import type { AlertNotice } from "@/lib/domain/alert/notice";
import { ROLES } from "@/lib/domain/permissions/roles";
import { mailProblem, sendMail } from "@/lib/platform/mail/send-mail";
import { createLogger } from "@/lib/platform/observability/logger";
import type { NoticeToSend } from "../deliveries";
import type { NoticeOutcome } from "../send";

const log = createLogger("alerts");

/** Mails a notice to its address. Each try has the same message id: mail programs show it once. Never rejects. */
export async function mailNotice(
  { id, address, channelId }: NoticeToSend,
  notice: AlertNotice,
): Promise<NoticeOutcome> {
  if (address === null) return fail("No member has one of these roles.");
  const host = notice.url === null ? "stanchion.invalid" : new URL(notice.url).hostname;
  try {
    await sendMail({ to: address, ...mailOf(notice), messageId: `<alert-${id}@${host}>` });
    return { kind: "sent" };
  } catch (error) {
    const { text, facts } = mailProblem(error);
    log.warn({ channelId, delivery: String(id), ...facts }, "An alert was not mailed.");
    return fail(text);
  }
}

/** The addresses of a channel now: those of members with its roles, and its own. */
export async function recipientsOf({
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
