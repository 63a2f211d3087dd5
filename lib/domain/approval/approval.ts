import type { Permission } from "@/lib/domain/permissions/roles";

/** What a customer may want a second person for. */
export const APPROVAL_TOPICS = ["stop", "let-through", "delete", "secrets"] as const;

export type ApprovalTopic = (typeof APPROVAL_TOPICS)[number];

/** The verbs that a second person may have to approve: the topic they belong to, and what both people need. */
export const APPROVAL_VERBS = {
  "event.stop": { topic: "stop", permission: "event:stop" },
  "event.let-through": { topic: "let-through", permission: "event:let-through" },
  "event.delete": { topic: "delete", permission: "event:delete" },
  "secret.create": { topic: "secrets", permission: "secret:write" },
  "secret.activate": { topic: "secrets", permission: "secret:write" },
  "secret.revoke": { topic: "secrets", permission: "secret:write" },
} as const satisfies Readonly<
  Record<string, { readonly topic: ApprovalTopic; readonly permission: Permission }>
>;

export type ApprovalVerb = keyof typeof APPROVAL_VERBS;

/** True for the name of a verb that a second person may have to approve. */
export function isApprovalVerb(verb: string): verb is ApprovalVerb {
  return Object.hasOwn(APPROVAL_VERBS, verb);
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

/** A request is worth nothing after so many minutes, where the customer has set nothing else. */
export const APPROVAL_MINUTES = { default: 15, min: 1, max: 1_440 } as const;
