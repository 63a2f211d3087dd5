import type { Db } from "@/lib/db/client";
import type { Approval } from "@/lib/db/generated/client";
import { dependence, type Grant, permissionOfVerb } from "@/lib/domain/approval/approval";
import type { Permission, ServiceContext } from "@/lib/services/ground/context";
import { makersOfKeys } from "@/lib/services/people/api-key/key-context";

export type ApprovalState =
  | "waiting"
  | "approved"
  | "refused"
  | "cancelled"
  | "expired"
  /** What was asked for had changed, so that it was not run. */
  | "outdated";

export type ApprovalView = {
  readonly approvalId: string;
  readonly verb: string;
  /** What is asked for, after "to": "stop Spring Sale (run 3)". */
  readonly summary: string;
  readonly state: ApprovalState;
  readonly askedByName: string;
  /** ISO 8601, UTC, as all moments here. */
  readonly askedAt: string;
  readonly expiresAt: string;
  readonly decidedByName: string | null;
  readonly decidedAt: string | null;
  /** The caller asked for it. */
  readonly isMine: boolean;
  /** The caller asked for it, or made the API key that did. */
  readonly mayCancel: boolean;
  /** The caller may approve or refuse it. */
  readonly mayDecide: boolean;
};

/** What somebody needs to ask for, see and decide a request; null for a verb that there is no longer. */
export function permissionOf({ verb }: Pick<Approval, "verb">): Permission | null {
  return permissionOfVerb(verb);
}

/** The second person is another one, who may decide, and may do themselves what is asked for. */
export function mayDecide(
  { actor, permissions }: ServiceContext,
  approval: Pick<Approval, "verb" | "askedById">,
): boolean {
  const permission = permissionOf(approval);
  return (
    permission !== null &&
    actor.type === "user" &&
    actor.id !== approval.askedById &&
    permissions.has("approval:decide") &&
    permissions.has(permission)
  );
}

/** Of who may decide: since when and by whom they may, and when an owner last looked at the members. */
export type Decider = {
  readonly userId: string;
  readonly grant: Grant | null;
  readonly setAt: Date | null;
  /** Who made the customer's keys: what a program asks for, its maker asks for. */
  readonly makers: ReadonlyMap<string, string | null>;
};

export async function deciderOf(
  database: Db,
  { actor, customer }: ServiceContext,
): Promise<Decider> {
  const [grant, owner, makers] = await Promise.all([
    database.membership.findUnique({
      where: { userId_customerId: { userId: actor.id, customerId: customer.id } },
      select: { grantedAt: true, grantedById: true },
    }),
    database.customer.findUniqueOrThrow({
      where: { id: customer.id },
      select: { approvalsSetAt: true },
    }),
    makersOfKeys(database, customer.id),
  ]);
  return { userId: actor.id, grant, setAt: owner.approvalsSetAt, makers };
}

/** Why the caller may not be the second person, whatever their role may do; null where they may. */
export function dependenceOf(
  { userId, grant, setAt, makers }: Decider,
  { askedAt, askedById }: Pick<Approval, "askedAt" | "askedById">,
): string | null {
  if (grant === null) return "Only members can approve requests.";
  const maker = makers.get(askedById);
  if (maker === null) return "It isn't known who made the API key that requested this.";
  if (maker === userId) {
    return "You made the API key that requested this. Someone else has to approve it.";
  }
  return dependence(grant, { askedAt, askedById: maker ?? askedById }, setAt);
}

/** Whether the caller answers for a request: they asked for it, or made the API key that did. */
export function answersFor(
  { userId, makers }: Pick<Decider, "userId" | "makers">,
  { askedById }: Pick<Approval, "askedById">,
): boolean {
  return askedById === userId || makers.get(askedById) === userId;
}

/** Those who could decide it see a request, and who asked for it. */
export function maySee(
  { actor, permissions }: ServiceContext,
  approval: Pick<Approval, "verb" | "askedById">,
): boolean {
  const permission = permissionOf(approval);
  return actor.id === approval.askedById || (permission !== null && permissions.has(permission));
}

export function toApprovalView(
  context: ServiceContext,
  decider: Decider,
  row: Approval,
  now = new Date(),
): ApprovalView {
  const isPast = row.state === "waiting" && row.expiresAt <= now;
  const isWaiting = row.state === "waiting" && !isPast;
  return {
    approvalId: row.id,
    verb: row.verb,
    summary: row.summary,
    state: isPast ? "expired" : row.state,
    askedByName: row.askedByName,
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedByName: row.decidedByName,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    isMine: row.askedById === context.actor.id,
    mayCancel: isWaiting && answersFor(decider, row),
    mayDecide: isWaiting && mayDecide(context, row) && dependenceOf(decider, row) === null,
  };
}
