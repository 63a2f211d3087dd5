/** Every role, the one that may do most first. */
export const ROLES = ["owner", "admin", "operator", "developer", "viewer"] as const;

export type Role = (typeof ROLES)[number];

const VIEWER_PERMISSIONS = [
  "customer:read",
  "event:read",
  "rule:read",
  "publication:read",
  "theme:read",
  "address-list:read",
  "member:read",
  "audit:read",
  "report:read",
] as const;

/** What operators and developers both need: they look for the fault from two sides. */
const SHARED_PERMISSIONS = [
  ...VIEWER_PERMISSIONS,
  "address-list:write",
  "debug-token:write",
  "rehearsal:run",
  "approval:decide",
  "webhook:read",
  "alert:read",
  "alert:write",
] as const;

const OPERATOR_PERMISSIONS = [
  ...SHARED_PERMISSIONS,
  "event:write",
  "event:operate",
  "event:stop",
  "event:let-through",
  "staff-link:read",
  "staff-link:write",
  "access-code:read",
  "access-code:write",
  "report:publish",
] as const;

const DEVELOPER_PERMISSIONS = [
  ...SHARED_PERMISSIONS,
  "rule:write",
  "publication:write",
  "theme:write",
  "secret:read",
  "secret:write",
  "api-key:read",
  "api-key:write",
  "webhook:write",
] as const;

const ADMIN_PERMISSIONS = [
  ...OPERATOR_PERMISSIONS,
  ...DEVELOPER_PERMISSIONS,
  "event:delete",
  "customer:write",
  "member:write",
] as const;

const OWNER_PERMISSIONS = [...ADMIN_PERMISSIONS, "customer:security"] as const;

/**
 * `write` changes settings; `event:operate` starts, pauses and sets the outflow; `event:stop` and `event:let-through`
 * end what visitors wait for; `approval:decide` makes somebody the second person for what they may do themselves;
 * `customer:security` says what all members need to sign in and what needs a second person. No role has
 * `installation:manage`: it is for the server's own commands.
 */
export type Permission = (typeof OWNER_PERMISSIONS)[number] | "installation:manage";

const PERMISSIONS_OF_ROLE: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(OWNER_PERMISSIONS),
  admin: new Set(ADMIN_PERMISSIONS),
  operator: new Set(OPERATOR_PERMISSIONS),
  developer: new Set(DEVELOPER_PERMISSIONS),
  viewer: new Set(VIEWER_PERMISSIONS),
};

/** Every permission that a role can have, each once. */
export const PERMISSIONS: readonly Permission[] = [...PERMISSIONS_OF_ROLE.owner];

/** What a role may do. An owner may do what an admin may, an admin what all others may. */
export function permissionsOfRole(role: Role): ReadonlySet<Permission> {
  return PERMISSIONS_OF_ROLE[role];
}

/** The roles that may do something, the one that may do most first. */
export function rolesWith(permission: Permission): readonly Role[] {
  return ROLES.filter((role) => PERMISSIONS_OF_ROLE[role].has(permission));
}

/** True when somebody with these permissions may give the role or take it away: it may do nothing that they may not. */
export function mayGrant(own: ReadonlySet<Permission>, role: Role): boolean {
  return [...PERMISSIONS_OF_ROLE[role]].every((permission) => own.has(permission));
}
