import { describe, expect, test } from "vitest";
import {
  mayGrant,
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
  ROLES,
  type Role,
  rolesWith,
} from "./roles";

const may = (role: Role, permission: Permission) => permissionsOfRole(role).has(permission);
const isWithin = (smaller: Role, larger: Role) =>
  [...permissionsOfRole(smaller)].every((permission) => may(larger, permission));

test("an owner may do all that an admin may, an admin all that others may, and each more", () => {
  expect(isWithin("admin", "owner")).toBe(true);
  expect(isWithin("owner", "admin")).toBe(false);
  for (const role of ["operator", "developer"] as const) {
    expect(isWithin("viewer", role)).toBe(true);
    expect(isWithin(role, "admin")).toBe(true);
    expect(isWithin("admin", role)).toBe(false);
    expect(isWithin(role, "viewer")).toBe(false);
  }
  expect(isWithin("operator", "developer")).toBe(false);
  expect(isWithin("developer", "operator")).toBe(false);
});

test("a viewer changes nothing and sees no secret, key or staff link", () => {
  for (const permission of permissionsOfRole("viewer")) expect(permission).toMatch(/:read$/);
  for (const hidden of ["secret:read", "api-key:read", "staff-link:read"] as const) {
    expect(may("viewer", hidden)).toBe(false);
  }
});

test("an operator runs events but changes no rules and touches no secrets, keys and members", () => {
  for (const one of ["event:operate", "event:stop", "rule:read", "rehearsal:run"] as const) {
    expect(may("operator", one)).toBe(true);
  }
  for (const one of ["rule:write", "secret:read", "api-key:write", "member:write"] as const) {
    expect(may("operator", one)).toBe(false);
  }
});

test("a developer changes rules, secrets and themes but runs no event", () => {
  for (const one of ["rule:write", "publication:write", "secret:write", "theme:write"] as const) {
    expect(may("developer", one)).toBe(true);
  }
  for (const one of ["event:operate", "event:stop", "event:write", "member:write"] as const) {
    expect(may("developer", one)).toBe(false);
  }
});

test("only owners decide what all members need, and no role manages the installation", () => {
  expect(rolesWith("customer:security")).toEqual(["owner"]);
  expect(rolesWith("installation:manage")).toEqual([]);
  expect(rolesWith("event:read")).toEqual(ROLES);
  expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length);
});

describe("giving a role", () => {
  test("nobody gives one that may do what they may not", () => {
    const given = (own: Role) => ROLES.filter((role) => mayGrant(permissionsOfRole(own), role));
    expect(given("owner")).toEqual(ROLES);
    expect(given("admin")).toEqual(["admin", "operator", "developer", "viewer"]);
    expect(given("operator")).toEqual(["operator", "viewer"]);
    expect(given("developer")).toEqual(["developer", "viewer"]);
  });
});
