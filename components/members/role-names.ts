import type { Permission, Role } from "@/lib/domain/permissions/roles";

/** What each role is for, in a sentence. */
export const ROLE_SENTENCES: Readonly<Record<Role, string>> = {
  owner: "Full access, including sign-in and approval settings.",
  admin: "Manages events, rules, secrets and members.",
  operator: "Creates and runs events. Can view rules, not secrets.",
  developer: "Manages rules, themes, secrets and keys. Can't run events.",
  viewer: "Read-only access to events, rules, reports and the audit log.",
};

/** What a permission lets somebody do, as the table of roles says it. */
export const PERMISSION_NAMES: Readonly<Record<Permission, string>> = {
  "customer:read": "View customer",
  "event:read": "View events and figures",
  "rule:read": "View rules",
  "publication:read": "View versions and connectors",
  "theme:read": "View themes",
  "address-list:read": "View address lists",
  "member:read": "View team",
  "audit:read": "View, verify and export the audit log",
  "report:read": "View reports",
  "address-list:write": "Change address lists",
  "debug-token:write": "Diagnose connectors",
  "rehearsal:run": "Run rehearsals",
  "approval:decide": "Approve requests within their permissions",
  "event:write": "Create and set up events",
  "event:operate": "Start, pause and control events",
  "event:stop": "Stop events",
  "event:let-through": "Let everyone through",
  "staff-link:read": "View staff links",
  "staff-link:write": "Create and revoke staff links",
  "access-code:read": "View access codes",
  "access-code:write": "Create and revoke access codes",
  "report:publish": "Publish reports",
  "rule:write": "Change rules",
  "publication:write": "Publish rules",
  "theme:write": "Change themes",
  "secret:read": "View secrets (not their values)",
  "secret:write": "Generate, reveal, activate and revoke secrets",
  "api-key:read": "View API keys (not their values)",
  "api-key:write": "Create and revoke API keys",
  "event:delete": "Delete events",
  "customer:write": "Edit customer and custom domains",
  "member:write": "Invite and remove members, up to their own role",
  "customer:security": "Manage sign-in and approval settings",
  "installation:manage": "Manage the installation",
};
