import type { Tx } from "@/lib/db/client";
import type { Approval } from "@/lib/db/generated/client";
import {
  APPROVAL_VERBS,
  type ApprovalTopic,
  type ApprovalVerb,
  type Asked,
  type EffectVerb,
} from "@/lib/domain/approval/approval";
import { newId } from "@/lib/platform/ids";
import type { ApprovalInHand, ServiceContext } from "@/lib/services/ground/context";
import {
  conflict,
  limitExceeded,
  preconditionFailed,
  ServiceError,
} from "@/lib/services/ground/errors";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { decide } from "./inner/decide";
import { isSameWish, openWish, sealWish, type Wish } from "./sealed-wish";

type TopicsVerb = EffectVerb | "invitation.create" | "member.change-role";

export type SecondPersonRequest = (
  | { readonly verb: Exclude<ApprovalVerb, TopicsVerb>; readonly topics?: undefined }
  /** What it does decides: any of these topics that the customer has chosen asks for a second person. */
  | { readonly verb: TopicsVerb; readonly topics: readonly ApprovalTopic[] }
) & {
  /** Database id of what it is to be done to. */
  readonly subject: string;
  /** What is asked for, after "to": "stop Spring Sale (run 3)". No full stop, and no names of people. */
  readonly summary: string;
  /** The verb's input, as it is to be run. */
  readonly input: Wish["input"];
  /** What the wish rests on. If one of these has changed when it is approved, it is not run. */
  readonly seen?: Wish["seen"];
};

/** Waiting requests of one customer: more than anybody has in mind at once. */
const WAITING_MAX = 50;

/** Thrown out of a verb whose event, secret or line is no longer what the request was about. */
export class OutdatedRequest extends ServiceError {
  constructor() {
    super(
      "precondition_failed",
      "The data has changed since this was requested. Review it and request again.",
    );
  }
}

/**
 * Null when the verb may run now: where the customer wants no second person for it, or where the second person is
 * there, whose approval is then spent in the same transaction as the change. Otherwise the wish is stored, and the
 * verb returns the answer without doing anything. Call it after all other checks and before the first write.
 */
export async function requireSecondPerson(
  tx: Tx,
  context: ServiceContext,
  request: SecondPersonRequest,
): Promise<Asked | null> {
  const { actor, approval } = context;
  if (approval !== undefined) {
    await spendApproval(tx, context, request, approval);
    return null;
  }
  if (actor.type === "worker" || actor.type === "installation") return null;
  const customer = await tx.customer.findUniqueOrThrow({
    where: { id: context.customer.id },
    select: { approvalTopics: true, approvalMinutes: true },
  });
  const topics = request.topics ?? [APPROVAL_VERBS[request.verb]];
  if (!topics.some((topic) => customer.approvalTopics.includes(topic))) return null;
  return ask(tx, context, request, customer.approvalMinutes);
}

async function ask(
  tx: Tx,
  context: ServiceContext,
  request: SecondPersonRequest,
  minutes: number,
): Promise<Asked> {
  const now = new Date();
  const waiting = { customerId: context.customer.id, state: "waiting", expiresAt: { gt: now } };
  const asked = await tx.approval.findMany({
    where: { ...waiting, state: "waiting" },
    take: WAITING_MAX,
  });
  const { verb, subject, summary, input } = request;
  const same = asked.find((one) => one.verb === verb && one.subject === subject);
  if (same !== undefined) {
    const sealedFor = { approvalId: same.id, customerWireId: context.customer.wireId, verb };
    const wish = openWish(sealedFor, same.sealed);
    const isMine = same.askedById === context.actor.id;
    if (isMine && isSameWish(wish, wishOf(request))) return toAsked(same);
    await replace(tx, context, { same, isStale: !isSameWish({ ...wish, input }, wishOf(request)) });
  }
  if (asked.length >= WAITING_MAX) {
    throw limitExceeded(`${WAITING_MAX} requests are already pending approval.`);
  }
  const id = newId("approval");
  const owner = { approvalId: id, customerWireId: context.customer.wireId, verb };
  const row = await tx.approval.create({
    data: {
      id,
      customerId: context.customer.id,
      verb,
      subject,
      summary,
      sealed: sealWish(owner, wishOf(request)),
      askedById: context.actor.id,
      askedByName: context.actor.name,
      askedAt: now,
      expiresAt: new Date(now.getTime() + minutes * 60_000),
    },
  });
  await recordAudit(tx, context, {
    verb: "approval.ask",
    subject,
    summary: `requested approval to ${summary}`,
    details: { approval: id, verb, minutes },
  });
  return toAsked(row);
}

/** Ends a request so that another takes its place: the caller's own, or a colleague's that could not be run any more. */
async function replace(
  tx: Tx,
  context: ServiceContext,
  { same, isStale }: { readonly same: Approval; readonly isStale: boolean },
): Promise<void> {
  if (same.askedById === context.actor.id) {
    await decide(tx, context, { row: same, state: "cancelled" });
    return;
  }
  if (!isStale) {
    throw preconditionFailed(
      `${same.askedByName} has already requested to ${same.summary}. Approve or reject that request.`,
    );
  }
  await decide(tx, context, { row: same, state: "outdated" });
  await recordAudit(tx, context, {
    verb: "approval.outdated",
    subject: same.subject,
    summary: `replaced an outdated request to ${same.summary}`,
    details: { approval: same.id, verb: same.verb },
  });
}

function toAsked({ id, expiresAt }: { readonly id: string; readonly expiresAt: Date }): Asked {
  return { status: "asked", approvalId: id, expiresAt: expiresAt.toISOString() };
}

/** Of several approvers at the same moment one gets the row; the change and its approval are one transaction. */
async function spendApproval(
  tx: Tx,
  context: ServiceContext,
  request: SecondPersonRequest,
  { id, approver }: ApprovalInHand,
): Promise<void> {
  const now = new Date();
  const { verb, subject } = request;
  const customerId = context.customer.id;
  const askedById = context.actor.id;
  const [spent] = await tx.approval.updateManyAndReturn({
    where: { id, customerId, verb, subject, askedById, state: "waiting", expiresAt: { gt: now } },
    data: {
      state: "approved",
      decidedById: approver.id,
      decidedByName: approver.name,
      decidedAt: now,
    },
  });
  if (spent === undefined) {
    throw conflict("This request has already been decided or has expired.");
  }
  const owner = { approvalId: id, customerWireId: context.customer.wireId, verb };
  if (!isSameWish(openWish(owner, spent.sealed), wishOf(request))) throw new OutdatedRequest();
  await recordAudit(
    tx,
    { ...context, actor: approver },
    {
      verb: "approval.approve",
      subject,
      summary: `approved a request to ${spent.summary}`,
      details: { approval: id, verb },
    },
  );
}

function wishOf({ input, seen = {} }: SecondPersonRequest): Wish {
  return { input, seen };
}
