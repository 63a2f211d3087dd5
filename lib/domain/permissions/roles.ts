export const ROLES = ["owner", "operator", "viewer"] as const;

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
] as const;

const OPERATOR_PERMISSIONS = [
  ...VIEWER_PERMISSIONS,
  "event:write",
  "event:operate",
  "rule:write",
  "publication:write",
  "theme:write",
  "address-list:write",
  "staff-link:read",
  "staff-link:write",
  "access-code:read",
  "access-code:write",
  "debug-token:write",
] as const;

const OWNER_PERMISSIONS = [
  ...OPERATOR_PERMISSIONS,
  "customer:write",
  "secret:read",
  "secret:write",
  "api-key:read",
  "api-key:write",
  "member:write",
] as const;

/**
 * `write` changes settings; `event:operate` starts, pauses, stops and sets the outflow. No role has
 * `installation:manage`: it is for the server's own commands.
 */
export type Permission = (typeof OWNER_PERMISSIONS)[number] | "installation:manage";

const PERMISSIONS_OF_ROLE: Record<Role, readonly Permission[]> = {
  viewer: VIEWER_PERMISSIONS,
  operator: OPERATOR_PERMISSIONS,
  owner: OWNER_PERMISSIONS,
};

/** What a role may do. Each role may do all that the one below it may. */
export function permissionsOfRole(role: Role): ReadonlySet<Permission> {
  return new Set(PERMISSIONS_OF_ROLE[role]);
}
