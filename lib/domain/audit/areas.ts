/** What somebody can choose to see of the audit log. */
export const AUDIT_AREAS = [
  "events",
  "rules",
  "secrets",
  "approvals",
  "team",
  "themes",
  "reports",
  "webhooks",
  "alerts",
  "customer",
] as const;

export type AuditArea = (typeof AUDIT_AREAS)[number];

/** How the verbs of each area begin. */
export const VERB_BEGINNINGS = {
  events: [
    "event.",
    "event-template.",
    "saved-message.",
    "draw.",
    "access-code.",
    "staff-link.",
    "place.",
    "threshold.",
  ],
  rules: ["rule.", "publication.", "push.", "debug-token.", "address-list.", "connector."],
  secrets: ["secret.", "api-key.", "captcha-keys.", "aws-api."],
  approvals: ["approval."],
  team: ["member.", "invitation.", "user.", "permission.", "single-sign-on."],
  themes: ["theme."],
  reports: ["rehearsal.", "report."],
  webhooks: ["webhook."],
  alerts: ["alert."],
  customer: ["customer.", "address.", "visitor."],
} as const satisfies Readonly<Record<AuditArea, readonly string[]>>;

/** What was done, machine-readable. A verb of no area does not compile: no choice would find its entries. */
export type AuditVerb = `${(typeof VERB_BEGINNINGS)[AuditArea][number]}${string}`;
