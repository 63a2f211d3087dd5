import type { Permission, Role } from "@/lib/domain/permissions/roles";

/** What a customer may want a second person for, and what both people need for it. */
export const TOPIC_PERMISSIONS = {
  stop: "event:stop",
  "let-through": "event:let-through",
  outflow: "event:let-through",
  messages: "event:operate",
  publish: "publication:write",
  delete: "event:delete",
  secrets: "secret:write",
  members: "member:write",
  owners: "member:write",
  "sign-in": "customer:security",
} as const satisfies Readonly<Record<string, Permission>>;

export type ApprovalTopic = keyof typeof TOPIC_PERMISSIONS;

// Object.keys forgets the names that the type above has.
export const APPROVAL_TOPICS = Object.keys(TOPIC_PERMISSIONS) as [
  ApprovalTopic,
  ...ApprovalTopic[],
];

/** The verbs that a second person may have to approve, and the topic they belong to. */
export const APPROVAL_VERBS = {
  "event.stop": "stop",
  "event.let-through": "let-through",
  "event.delete": "delete",
  "publication.publish": "publish",
  "publication.roll-back": "publish",
  "secret.create": "secrets",
  "secret.activate": "secrets",
  "secret.revoke": "secrets",
  "invitation.create": "members",
  "member.change-role": "members",
  "single-sign-on.set": "sign-in",
  "single-sign-on.remove": "sign-in",
} as const satisfies Readonly<Record<string, ApprovalTopic>>;

/** Whom an owner's role is given to or taken from is a topic of its own: owners decide what needs approval. */
export function topicsOfRoles(...roles: readonly Role[]): readonly ApprovalTopic[] {
  return roles.includes("owner") ? ["members", "owners"] : ["members"];
}

/**
 * The verbs that a second person may have to approve because of what they would do to an event, and what both people need:
 * the topics are those of the effects.
 */
export const EFFECT_VERBS = {
  "event.update": "event:let-through",
  "event.publish-draft": "event:let-through",
  "event.save-section": "event:let-through",
  "event.set-outflow": "event:let-through",
  "event.start": "event:let-through",
  "event.restore": "event:let-through",
  "event.set-message": "event:operate",
  "event.pause": "event:operate",
} as const satisfies Readonly<Record<string, Permission>>;

export type EffectVerb = keyof typeof EFFECT_VERBS;

export type ApprovalVerb = keyof typeof APPROVAL_VERBS | EffectVerb;

/** What somebody needs to ask for a verb, see the request and decide it; null for a verb that nobody approves. */
export function permissionOfVerb(verb: string): Permission | null {
  const topics: Readonly<Record<string, ApprovalTopic>> = APPROVAL_VERBS;
  const effects: Readonly<Record<string, Permission>> = EFFECT_VERBS;
  const topic = Object.hasOwn(topics, verb) ? topics[verb] : undefined;
  if (topic !== undefined) return TOPIC_PERMISSIONS[topic];
  return Object.hasOwn(effects, verb) ? (effects[verb] ?? null) : null;
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

/** An outflow above so many a minute needs a second person, where the customer has set nothing else. */
export const APPROVAL_OUTFLOW = { default: 6_000, min: 1, max: 1_000_000 } as const;

/** A request is worth nothing after so many minutes, where the customer has set nothing else. */
export const APPROVAL_MINUTES = { default: 15, min: 1, max: 1_440 } as const;
