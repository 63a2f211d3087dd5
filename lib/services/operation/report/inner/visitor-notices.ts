import { db } from "@/lib/db/client";
import type { VisitorStep } from "../find-visitor";
import type { FoundVisitor } from "./locate-visitor";
import { step } from "./visitor-step";

/** One place has one notice of each kind at most. */
const NOTICES_MAX = 5;

/** When the visitor asked to be told of their turn, confirmed the address, and was told. */
export async function noticeSteps(found: FoundVisitor): Promise<readonly VisitorStep[]> {
  const { runId, lane, number, queueId, hasDraw } = found;
  const place = { lane, number: BigInt(number), ...(hasDraw ? { drawn: true } : {}) };
  const notices = await db().notice.findMany({
    where: { runId, OR: [place, ...(queueId === null ? [] : [{ queueId }])] },
    orderBy: { createdAt: "asc" },
    take: NOTICES_MAX,
    select: { kind: true, createdAt: true, confirmedAt: true, turnSentAt: true },
  });
  return notices.flatMap(({ kind, createdAt, confirmedAt, turnSentAt }) => [
    step("notice-asked", createdAt.getTime(), { detail: kind }),
    ...(confirmedAt === null || kind !== "mail"
      ? []
      : [step("notice-confirmed", confirmedAt.getTime(), { detail: kind })]),
    ...(turnSentAt === null ? [] : [step("notice-sent", turnSentAt.getTime(), { detail: kind })]),
  ]);
}
