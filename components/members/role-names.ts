import type { Permission, Role } from "@/lib/domain/permissions/roles";

/** What each role is for, in a sentence. */
export const ROLE_SENTENCES: Readonly<Record<Role, string>> = {
  owner: "Does everything, and decides how members sign in and what needs a second person.",
  admin: "Does everything but that: events, rules, secrets and members.",
  operator: "Runs events: creates, starts, pauses, stops. Sees rules, and no secrets.",
  developer: "Connects sites: rules, publications, themes, secrets and keys. Runs no events.",
  viewer: "Looks at events, rules, reports and the audit log.",
};

/** What a permission lets somebody do, as the table of roles says it. */
export const PERMISSION_NAMES: Readonly<Record<Permission, string>> = {
  "customer:read": "See the customer",
  "event:read": "See events and their figures",
  "rule:read": "See rules",
  "publication:read": "See publications and connectors",
  "theme:read": "See themes",
  "address-list:read": "See address lists",
  "member:read": "See the team",
  "audit:read": "See, check and export the audit log",
  "report:read": "See reports",
  "address-list:write": "Change address lists",
  "debug-token:write": "Look into a connector",
  "rehearsal:run": "Rehearse",
  "approval:decide": "Be the second person for what they may do",
  "event:write": "Create and set up events",
  "event:operate": "Start, pause and steer events",
  "event:stop": "Stop events",
  "event:let-through": "Let everybody through",
  "staff-link:read": "See staff links",
  "staff-link:write": "Make and revoke staff links",
  "access-code:read": "See access codes",
  "access-code:write": "Make and revoke access codes",
  "report:publish": "Publish reports",
  "rule:write": "Change rules",
  "publication:write": "Publish rules",
  "theme:write": "Change themes",
  "secret:read": "See which secrets there are",
  "secret:write": "Generate, reveal, activate and revoke secrets",
  "api-key:read": "See which API keys there are",
  "api-key:write": "Make and revoke API keys",
  "event:delete": "Delete events",
  "customer:write": "Rename the customer, and its own addresses",
  "member:write": "Invite and remove members, and give roles up to their own",
  "customer:security": "Decide what sign-in needs and what needs a second person",
  "installation:manage": "Manage the installation",
};
