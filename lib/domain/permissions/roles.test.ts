import { expect, test } from "vitest";
import { type Permission, permissionsOfRole } from "./roles";

const may = (role: "owner" | "operator" | "viewer", permission: Permission) =>
  permissionsOfRole(role).has(permission);

test("each role may do all that the one below it may, and more", () => {
  const [viewer, operator, owner] = (["viewer", "operator", "owner"] as const).map((role) =>
    permissionsOfRole(role),
  );
  expect([...(viewer ?? [])].every((permission) => operator?.has(permission))).toBe(true);
  expect([...(operator ?? [])].every((permission) => owner?.has(permission))).toBe(true);
  expect(viewer?.size).toBeLessThan(operator?.size ?? 0);
  expect(operator?.size).toBeLessThan(owner?.size ?? 0);
});

test("a viewer changes nothing and sees no secret, key or staff link", () => {
  for (const permission of permissionsOfRole("viewer")) expect(permission).toMatch(/:read$/);
  expect(may("viewer", "secret:read")).toBe(false);
  expect(may("viewer", "api-key:read")).toBe(false);
  expect(may("viewer", "staff-link:read")).toBe(false);
});

test("an operator runs events and rules but touches no secrets, keys and members", () => {
  expect(may("operator", "event:operate")).toBe(true);
  expect(may("operator", "publication:write")).toBe(true);
  expect(may("operator", "secret:read")).toBe(false);
  expect(may("operator", "api-key:write")).toBe(false);
  expect(may("operator", "member:write")).toBe(false);
});
