import { afterAll, describe, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import {
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
  ROLES,
  type Role,
} from "@/lib/domain/permissions/roles";
import { ServiceError } from "@/lib/services/ground/errors";
import { createTestCustomer } from "@/test/customer";
import { callVerb } from "@/test/verbs/call-verb";
import { listVerbs, type Verb } from "@/tools/api/list-verbs";
import { projectPath } from "@/tools/stack/paths";

afterAll(disconnectDb);

const VERBS = listVerbs();

/** What a verb threw, whether at once or later; null when it threw nothing. */
async function refusalOf(verb: Verb, context: unknown, input: unknown): Promise<unknown> {
  try {
    await callVerb(verb, context, input);
    return null;
  } catch (error) {
    return error;
  }
}

const isForbidden = (error: unknown, permission: string) =>
  error instanceof ServiceError &&
  error.code === "forbidden" &&
  error.message.endsWith(`does not include ${permission}.`);

/** Which roles have which permissions, those together that belong to the same roles: read by people, changed on purpose only. */
function matrixOf(permissions: readonly Permission[]): string {
  const byRoles = new Map<string, string[]>();
  for (const permission of permissions) {
    const marks = ROLES.map((role) => (permissionsOfRole(role).has(permission) ? "yes" : "–"));
    const roles = marks.join(" | ");
    byRoles.set(roles, [...(byRoles.get(roles) ?? []), `\`${permission}\``]);
  }
  return [
    `| ${ROLES.join(" | ")} | Permissions |`,
    `|${ROLES.map(() => "---|").join("")}---|`,
    ...[...byRoles].map(([roles, names]) => `| ${roles} | ${names.sort().join(", ")} |`),
  ].join("\n");
}

test("each permission and who has it stands in docs/roles.md (-u writes it anew)", async () => {
  expect(VERBS.length).toBeGreaterThan(90);
  const known: readonly string[] = [...PERMISSIONS, "installation:manage"];
  expect(VERBS.filter(({ permission }) => !known.includes(permission))).toEqual([]);
  const page = [
    "# Permissions of roles",
    "",
    "After this page you know which role has which permission. Made from `lib/domain/permissions/roles.ts`;",
    "`test/role-matrix.db.test.ts` calls each verb as each role, `test/tenant-matrix.db.test.ts` as another customer.",
    "[What roles are for](team.md)",
    "",
    matrixOf(PERMISSIONS),
    "",
  ].join("\n");
  await expect(page).toMatchFileSnapshot(projectPath("docs/roles.md"));
});

describe.each(ROLES)("a member who is %s", (role: Role) => {
  const forbidden = VERBS.filter(
    ({ permission }) => !permissionsOfRole(role).has(permission as Permission),
  );

  test("is refused by each verb that the role lacks, before anything else is looked at", async () => {
    const context = await createTestCustomer(role);
    const missed: string[] = [];
    for (const verb of forbidden) {
      // Input that no verb takes: whoever looks at it first answers otherwise.
      const refusal = await refusalOf(verb, context, { nonsense: true });
      if (!isForbidden(refusal, verb.permission)) missed.push(`${verb.name}: ${String(refusal)}`);
    }
    expect(missed).toEqual([]);
  });

  test("is not refused by the others for the role", async () => {
    const context = await createTestCustomer(role);
    const refused: string[] = [];
    for (const verb of VERBS.filter((one) => !forbidden.includes(one))) {
      const refusal = await refusalOf(verb, context, { nonsense: true });
      if (isForbidden(refusal, verb.permission)) refused.push(verb.name);
    }
    expect(refused).toEqual([]);
  });
});
