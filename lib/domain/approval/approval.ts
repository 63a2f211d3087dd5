import type { Permission } from "@/lib/domain/permissions/roles";

/** What a customer may want a second person for. */
export const APPROVAL_TOPICS = [
  "stop",
  "let-through",
  "delete",
  "secrets",
  "members",
  "sign-in",
] as const;

export type ApprovalTopic = (typeof APPROVAL_TOPICS)[number];

/** The verbs that a second person may have to approve: the topic they belong to, and what both people need. */
export const APPROVAL_VERBS = {
  "event.stop": { topic: "stop", permission: "event:stop" },
  "event.let-through": { topic: "let-through", permission: "event:let-through" },
  "event.delete": { topic: "delete", permission: "event:delete" },
  "secret.create": { topic: "secrets", permission: "secret:write" },
  "secret.activate": { topic: "secrets", permission: "secret:write" },
  "secret.revoke": { topic: "secrets", permission: "secret:write" },
  "invitation.create": { topic: "members", permission: "member:write" },
  "member.change-role": { topic: "members", permission: "member:write" },
  "single-sign-on.set": { topic: "sign-in", permission: "customer:security" },
  "single-sign-on.remove": { topic: "sign-in", permission: "customer:security" },
} as const satisfies Readonly<
  Record<string, { readonly topic: ApprovalTopic; readonly permission: Permission }>
>;

/**
 * The verbs that a second person may have to approve because of what they would do to an event, and what both people need:
 * the topics are those of the effects.
 */
export const EFFECT_VERBS = {
  "event.update": { permission: "event:let-through" },
  "event.publish-draft": { permission: "event:let-through" },
  "event.save-section": { permission: "event:let-through" },
  "event.set-outflow": { permission: "event:let-through" },
  "event.start": { permission: "event:let-through" },
  "event.restore": { permission: "event:let-through" },
} as const satisfies Readonly<Record<string, { readonly permission: Permission }>>;

export type EffectVerb = keyof typeof EFFECT_VERBS;

export type ApprovalVerb = keyof typeof APPROVAL_VERBS | EffectVerb;

/** What somebody needs to ask for a verb, see the request and decide it; null for a verb that nobody approves. */
export function permissionOfVerb(verb: string): Permission | null {
  const all: Readonly<Record<string, { readonly permission: Permission }>> = {
    ...APPROVAL_VERBS,
    ...EFFECT_VERBS,
  };
  return Object.hasOwn(all, verb) ? (all[verb]?.permission ?? null) : null;
}

/** Since when somebody has their role, and who gave it; null: nobody who is known. */
export type Grant = { readonly grantedAt: Date; readonly grantedById: string | null };

type Asking = { readonly askedAt: Date; readonly askedById: string };

/**
 * Why somebody may not be the second person for a request; null where they may. It is nobody who has their role only since
 * it was asked, nor somebody whom the asker gave it. Members whom an owner knew when they last said what needs a second
 * person (`setAt`) count as theirs.
 */
export function dependence(
  { grantedAt, grantedById }: Grant,
  { askedAt, askedById }: Asking,
  setAt: Date | null,
): string | null {
  if (grantedAt > askedAt)
    return "You got your role after this was requested. Someone else has to approve it.";
  const isKnown = setAt !== null && grantedAt <= setAt;
  if (grantedById !== askedById || isKnown) return null;
  return "The requester assigned your role. Someone else has to approve this.";
}

/** What a verb answers instead of its result when a second person has to approve it first. */
export type Asked = {
  readonly status: "asked";
  readonly approvalId: string;
  /** ISO 8601, UTC. */
  readonly expiresAt: string;
};

/** True when a verb was only asked for and not done. */
export function isAsked(answer: unknown): answer is Asked {
  return (
    typeof answer === "object" &&
    answer !== null &&
    "status" in answer &&
    answer.status === "asked" &&
    "approvalId" in answer
  );
}

/** Letting everybody through stands for an outflow above so many a minute, too, where the customer has set nothing else. */
export const APPROVAL_OUTFLOW = { default: 6_000, min: 1, max: 1_000_000 } as const;

/** A request is worth nothing after so many minutes, where the customer has set nothing else. */
export const APPROVAL_MINUTES = { default: 15, min: 1, max: 1_440 } as const;
