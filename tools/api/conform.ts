import Ajv2020 from "ajv/dist/2020";
import { openApiDocument } from "@/lib/api/open-api";
import type { Operation } from "@/lib/api/operation";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { type Answer, ask, newOnceKey } from "./caller";
import { exampleRequest } from "./example-of";
import { type Fixture, newFixture, newKey, prepareExample } from "./fixture";

/** What one operation did that its document does not say. */
export type Violation = {
  readonly operation: string;
  readonly kind: "untested" | "schema" | "idempotency" | "tenant" | "permission";
  readonly what: string;
};

/**
 * Calls each operation with its example: as the document says, again with the same and another body, with the key of another
 * customer, with a key that lacks the permission, and without any. Each gets a customer of its own, made through the API.
 */
export async function conform(
  baseUrl: string,
  operations: readonly Operation[],
  onViolation: (violation: Violation) => void,
): Promise<readonly Violation[]> {
  const validate = answerValidator(operations);
  const violations: Violation[] = [];
  for (const operation of operations) {
    const note = (kind: Violation["kind"], what: string) => {
      const violation = { operation: operation.id, kind, what };
      violations.push(violation);
      onViolation(violation);
    };
    try {
      await tryOperation({ baseUrl, operation, validate, note });
    } catch (error) {
      note("untested", error instanceof Error ? error.message : String(error));
    }
  }
  return violations;
}

type Trial = {
  readonly baseUrl: string;
  readonly operation: Operation;
  readonly validate: (operation: Operation, answer: Answer) => string | null;
  readonly note: (kind: Violation["kind"], what: string) => void;
};

async function tryOperation(trial: Trial): Promise<void> {
  const { baseUrl, operation, validate, note } = trial;
  const fixture = await newFixture();
  const values = await prepareExample(baseUrl, fixture, operation.example);
  const request = exampleRequest(operation, values);
  await tryOthers(trial, fixture, request);
  const headers = operation.method === "GET" ? {} : { "idempotency-key": newOnceKey() };
  const first = await ask(baseUrl, { ...request, key: fixture.key, headers });
  const wrong = validate(operation, first);
  if (wrong !== null) note("schema", `${first.status} ${wrong}: ${first.text.slice(0, 300)}`);
  if (first.status >= 300) return note("untested", `the example was answered ${first.status}`);
  if (operation.method === "GET") return;
  const again = await ask(baseUrl, { ...request, key: fixture.key, headers });
  const isSame = again.text === first.text && again.status === first.status;
  if (!isSame || again.headers.get("idempotency-replayed") === null) {
    note("idempotency", `repeated, it was answered ${again.status}: ${again.text.slice(0, 300)}`);
  }
  const body = { ...Object(request.body), another: true };
  const other = await ask(baseUrl, { ...request, body, key: fixture.key, headers });
  if (other.status !== 409 && other.status !== 422) {
    note("idempotency", `the key with another body was answered ${other.status}`);
  }
}

/** Before the honest call, so that nobody finds what that has changed. */
async function tryOthers(
  { baseUrl, operation, note, validate }: Trial,
  fixture: Fixture,
  request: ReturnType<typeof exampleRequest>,
): Promise<void> {
  const nobody = await ask(baseUrl, request);
  if (nobody.status !== 401) note("permission", `without a key it was answered ${nobody.status}`);
  const without = PERMISSIONS.filter((permission) => permission !== operation.permission);
  const lacking = await ask(baseUrl, { ...request, key: await newKey(fixture, without) });
  if (lacking.status !== 403) note("permission", `without permission: ${lacking.status}`);
  const stranger = await newFixture();
  const strange = await ask(baseUrl, { ...request, key: stranger.key });
  const isOwn = !operation.path.includes("{") || operation.id === "setCaptchaKeys";
  if (!isOwn && strange.status !== 404) {
    note(
      "tenant",
      `another customer was answered ${strange.status}: ${strange.text.slice(0, 200)}`,
    );
  }
  if (strange.text.includes(fixture.context.customer.id)) note("tenant", "it names a stranger");
  for (const answer of [nobody, lacking, strange]) {
    const wrong = validate(operation, answer);
    if (wrong !== null) note("schema", `${answer.status} ${wrong}`);
  }
}

/** By the document itself, and a validator that shares nothing with what wrote the answer. */
function answerValidator(operations: readonly Operation[]): Trial["validate"] {
  const document = openApiDocument(operations, { version: "0", isStrict: true });
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: "api:", ...document });
  return ({ method, path }, { status, headers, json }) => {
    const type = headers.get("content-type") ?? "";
    const own = ["paths", path, method.toLowerCase(), "responses", `${status}`];
    const where = isShared(status) ? ["components", "responses", nameOf(status)] : own;
    const pointer = [...where, "content", type, "schema"].map(escapePart).join("/");
    const check = ajv.getSchema(`api:#/${pointer}`);
    if (check === undefined) return `${type} is not documented`;
    return check(json) === true ? null : ajv.errorsText(check.errors);
  };
}

/** Refusals and requests for approval are the same everywhere. */
const isShared = (status: number) => status === 202 || status >= 400;
const nameOf = (status: number) => (status === 202 ? "Approval" : `Problem${status}`);

const escapePart = (part: string) =>
  encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
