import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import {
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
  ROLES,
  type Role,
} from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import { ServiceError } from "@/lib/services/errors";
import { addInvitation } from "@/lib/services/invitation/create";
import { newMailedToken } from "@/lib/services/mailed-token";
import { addSecret } from "@/lib/services/secret/add-secret";
import { addTestMember, createCustomerWithSale, createTestCustomer } from "@/test/customer";
import { projectPath } from "@/tools/stack/paths";

afterAll(disconnectDb);

/** A verb that asks for a permission: where it is, and what it asks for first. */
type Verb = { readonly file: string; readonly name: string; readonly permission: string };

const SERVICES = "lib/services";

function permissionAskedBy(body: ts.Node): string | null {
  let found: string | null = null;
  const visit = (node: ts.Node): void => {
    if (found !== null) return;
    if (ts.isCallExpression(node) && node.expression.getText() === "requirePermission") {
      const [, permission] = node.arguments;
      if (permission !== undefined && ts.isStringLiteral(permission)) found = permission.text;
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return found;
}

/** Every exported verb of `lib/services` whose body asks for a permission. */
function listVerbs(): Verb[] {
  const files = readdirSync(projectPath(SERVICES), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => join(SERVICES, path));
  return files.flatMap((file) => {
    const text = readFileSync(projectPath(file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return source.statements.filter(ts.isFunctionDeclaration).flatMap((node) => {
      const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      const permission = node.body === undefined ? null : permissionAskedBy(node.body);
      if (isExported !== true || permission === null || node.name === undefined) return [];
      return [{ file, name: node.name.text, permission }];
    });
  });
}

const VERBS = listVerbs();

/** Whose first argument is not the context: tried with a stand-in that must not be reached. */
const REDIS_FIRST: ReadonlySet<string> = new Set(["deleteCustomer", "exportCustomer"]);
type Call = (...args: readonly unknown[]) => unknown;

async function verbOf({ file, name }: Verb): Promise<Call> {
  const module: Readonly<Record<string, unknown>> = await import(projectPath(file));
  const verb = module[name];
  if (typeof verb !== "function") throw new Error(`${name} of ${file} is no function.`);
  return (...args) => verb(...args);
}

/** What a verb threw, whether at once or later; null when it threw nothing. */
async function refusalOf(verb: Verb, context: unknown, input: unknown): Promise<unknown> {
  const call = await verbOf(verb);
  try {
    await (REDIS_FIRST.has(verb.name) ? call({}, context, input) : call(context, input));
    return null;
  } catch (error) {
    return error;
  }
}

const isForbidden = (error: unknown, permission: string) =>
  error instanceof ServiceError &&
  error.code === "forbidden" &&
  error.message.endsWith(`lacks ${permission}.`);

/** Which roles may call a verb: read by people, and changed on purpose only. */
function matrixOf(verbs: readonly Verb[]): string {
  const rows = verbs.map(({ file, name, permission }) => {
    const marks = ROLES.map((role) =>
      permissionsOfRole(role).has(permission as Permission) ? "yes" : "–",
    );
    return `| ${file.slice(SERVICES.length + 1)} | ${name} | ${permission} | ${marks.join(" | ")} |`;
  });
  return [
    `| File | Verb | Permission | ${ROLES.join(" | ")} |`,
    `|---|---|---|${ROLES.map(() => "---|").join("")}`,
    ...rows.sort(),
  ].join("\n");
}

test("each verb and who may call it stands in docs/roles.md (-u writes it anew)", async () => {
  expect(VERBS.length).toBeGreaterThan(90);
  const known: readonly string[] = [...PERMISSIONS, "installation:manage"];
  expect(VERBS.filter(({ permission }) => !known.includes(permission))).toEqual([]);
  const page = [
    "# Which role may call which verb",
    "Made from the code by `test/role-matrix.db.test.ts`, which also calls each verb as each role. What roles are for:",
    "[the team](team.md).",
    "",
    matrixOf(VERBS),
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

describe("another customer", () => {
  /** A customer with something of each kind, and the inputs by which verbs name these. */
  async function createVictim() {
    const victim = await createCustomerWithSale();
    const customerId = victim.customer.id;
    const secret = await db().$transaction((tx) =>
      addSecret(tx, victim, { eventId: null, isActive: true }),
    );
    const member = await addTestMember(victim, "viewer", "Vic Tim");
    const email = `${crypto.randomUUID()}@example.com`;
    const invitation = await db().$transaction((tx) =>
      addInvitation(tx, victim, { email, role: "viewer", token: newMailedToken() }),
    );
    const rule = await db().rule.create({
      data: {
        ...{ id: newId("rule"), customerId, name: "Vic", position: 1, actionType: "Ignore" },
        ...{ action: {}, triggers: [] },
      },
    });
    const membership = await db().membership.findFirstOrThrow({
      where: { userId: member.actor.id },
    });
    const event = await db().event.findFirstOrThrow({ where: { customerId } });
    const named: Readonly<Record<string, string>> = {
      eventId: "sale",
      customerId: victim.customer.wireId,
      secretId: secret.id,
      ruleId: rule.id,
      membershipId: membership.id,
      invitationId: invitation.invitationId,
      subject: event.id,
      actor: member.actor.id,
    };
    return { victim, email, named };
  }

  const rowsOf = async (customerId: string) => {
    const where = { where: { customerId } };
    const [events, secrets, members, invitations, rules, audit] = await Promise.all([
      db().event.findMany(where),
      db().secret.findMany(where),
      db().membership.findMany(where),
      db().invitation.findMany(where),
      db().rule.findMany(where),
      db().auditEntry.count(where),
    ]);
    return JSON.stringify({ events, secrets, members, invitations, rules, audit });
  };

  test("no verb reads or changes anything of somebody else, by whatever name it takes an id", async () => {
    const { victim, named, email } = await createVictim();
    const stranger = await createTestCustomer("owner");
    const before = await rowsOf(victim.customer.id);
    const secrets = [email, victim.customer.id, "Vic Tim"];
    const told: string[] = [];
    const verbs = VERBS.filter(({ permission }) => permission !== "installation:manage");
    for (const verb of verbs.filter(({ name }) => name !== "publish")) {
      const call = await verbOf(verb);
      for (const input of Object.entries(named).map(([name, id]) => ({ [name]: id }))) {
        const answer = await Promise.resolve()
          .then(() => call(stranger, input))
          .catch(() => null);
        const text = JSON.stringify(answer) ?? "";
        if (secrets.some((secret) => text.includes(secret))) told.push(verb.name);
      }
    }
    expect(told).toEqual([]);
    expect(await rowsOf(victim.customer.id)).toBe(before);
  }, 120_000);
});
