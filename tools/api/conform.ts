import { openApiDocument } from "@/lib/api/open-api";
import { type CustomerOperation, isForCustomers, type Operation } from "@/lib/api/operation";
import {
  INSTALLATION_PERMISSIONS,
  type InstallationPermission,
} from "@/lib/domain/permissions/installation";
import { PERMISSIONS } from "@/lib/domain/permissions/roles";
import { createInstallationKey } from "@/lib/services/installation/api-key/manage";
import { answerValidator } from "./answer-validator";
import { ask, newOnceKey } from "./caller";
import { exampleRequest } from "./example-of";
import { type Fixture, keyOf, newFixture, prepareExample } from "./fixture";

/** What one operation did that its document does not say. */
export type Violation = {
  readonly operation: string;
  readonly kind: "untested" | "schema" | "idempotency" | "tenant" | "permission";
  readonly what: string;
};

/** Operations whose example is refused as documented where nothing of the world outside answers, and what would have to. */
const REFUSED: Readonly<Record<string, number>> = {
  // A DNS record or a file on the host itself.
  checkHost: 412,
  // A website.
  readWebsite: 422,
};

/** Operations that reach no further than the key's own customer although a name is in their path. */
const OF_THE_CUSTOMER: ReadonlySet<string> = new Set(["setCaptchaKeys"]);

/**
 * Calls each operation with its example: as the document says, again with the same and another body, with the key of another
 * customer, with keys that lack the permission, and without any. What changes something has a customer of its own, made
 * through the API; what reads shares one.
 */
export async function conform(
  baseUrl: string,
  operations: readonly Operation[],
  onViolation: (violation: Violation) => void,
): Promise<readonly Violation[]> {
  // By the document itself: an answer with a field that it does not name is wrong.
  const validate = answerValidator(openApiDocument(operations, { version: "0", isStrict: true }));
  const violations: Violation[] = [];
  const [shared, stranger] = [await newFixture(), await newFixture()];
  for (const operation of operations) {
    const note = (kind: Violation["kind"], what: string) => {
      const violation = { operation: operation.id, kind, what };
      violations.push(violation);
      onViolation(violation);
    };
    const isReading = operation.method === "GET";
    const fixture = isReading ? shared : await newFixture();
    // What changes their own customer must not be found by those who come after.
    const other = isReading || !isOwn(operation) ? stranger : await newFixture();
    try {
      await tryOperation({ baseUrl, operation, validate, note, fixture, stranger: other });
    } catch (error) {
      note("untested", error instanceof Error ? error.message : String(error));
    }
  }
  return violations;
}

type Trial<One extends Operation = Operation> = {
  readonly baseUrl: string;
  readonly operation: One;
  readonly fixture: Fixture;
  readonly stranger: Fixture;
  readonly validate: ReturnType<typeof answerValidator>;
  readonly note: (kind: Violation["kind"], what: string) => void;
};

async function tryOperation({ operation, ...trial }: Trial): Promise<void> {
  if (isForCustomers(operation)) return tryWithKey({ ...trial, operation });
  if (operation.audience === "installation") return tryForInstallation({ ...trial, operation });
  const { baseUrl, fixture, validate, note } = trial;
  const request = exampleRequest(operation, await prepareExample(baseUrl, fixture, operation));
  const answer = await ask(baseUrl, request);
  const wrong = validate(operation, answer);
  if (wrong !== null) note("schema", `${answer.status} ${wrong}: ${answer.text.slice(0, 300)}`);
  if (answer.status >= 300) note("untested", `the example was answered ${answer.status}`);
}

async function tryWithKey(trial: Trial<CustomerOperation>): Promise<void> {
  const { baseUrl, operation, fixture } = trial;
  const values = await prepareExample(baseUrl, fixture, operation);
  const request = exampleRequest(operation, values);
  await tryOthers(trial, request);
  await tryHonestly(trial, request, fixture.key);
}

/** With keys of the installation. One of a customer, whatever it may do, finds no such operation. */
async function tryForInstallation(trial: Trial): Promise<void> {
  const { baseUrl, operation, validate, note, fixture } = trial;
  const values = await prepareExample(baseUrl, fixture, operation);
  const request = exampleRequest(operation, values);
  const without = INSTALLATION_PERMISSIONS.filter((one) => one !== operation.permission);
  const keys = [undefined, fixture.key, await newInstallationKey(without)];
  for (const [at, status] of [401, 404, 403].entries()) {
    const key = keys[at];
    const answer = await ask(baseUrl, key === undefined ? request : { ...request, key });
    if (answer.status !== status) note("permission", `${answer.status} instead of ${status}`);
    const wrong = validate(operation, answer);
    if (wrong !== null) note("schema", `${answer.status} ${wrong}`);
  }
  await tryHonestly(trial, request, await newInstallationKey(INSTALLATION_PERMISSIONS));
}

async function newInstallationKey(permissions: readonly InstallationPermission[]) {
  const asked = { name: "Back office", permissions: [...permissions], validDays: 1 };
  return (await createInstallationKey(asked)).text;
}

async function tryHonestly(
  { baseUrl, operation, validate, note }: Trial,
  request: ReturnType<typeof exampleRequest>,
  key: string,
): Promise<void> {
  const headers = operation.method === "GET" ? {} : { "idempotency-key": newOnceKey() };
  const first = await ask(baseUrl, { ...request, key, headers });
  const wrong = validate(operation, first);
  if (wrong !== null) note("schema", `${first.status} ${wrong}: ${first.text.slice(0, 300)}`);
  if (first.status >= 300 && first.status !== REFUSED[operation.id]) {
    return note("untested", `the example was answered ${first.status}: ${first.text}`);
  }
  if (operation.method === "GET" || first.status >= 300) return;
  const again = await ask(baseUrl, { ...request, key, headers });
  const isSame = again.text === first.text && again.status === first.status;
  if (!isSame || again.headers.get("idempotency-replayed") === null) {
    note("idempotency", `repeated, it was answered ${again.status}: ${again.text.slice(0, 300)}`);
  }
  const body = { ...Object(request.body), another: true };
  const other = await ask(baseUrl, { ...request, body, key, headers });
  if (other.status !== 409 && other.status !== 422) {
    note("idempotency", `the key with another body was answered ${other.status}`);
  }
}

/** Before the honest call, so that nobody finds what that has changed. */
async function tryOthers(
  { baseUrl, operation, note, validate, fixture, stranger }: Trial<CustomerOperation>,
  request: ReturnType<typeof exampleRequest>,
): Promise<void> {
  const nobody = await ask(baseUrl, request);
  if (nobody.status !== 401) note("permission", `without a key it was answered ${nobody.status}`);
  const without = PERMISSIONS.filter((permission) => permission !== operation.permission);
  const lacking = await ask(baseUrl, { ...request, key: await keyOf(fixture, without) });
  if (lacking.status !== 403) note("permission", `without permission: ${lacking.status}`);
  const strange = await ask(baseUrl, { ...request, key: stranger.key });
  if (!isOwn(operation) && strange.status !== 404) {
    note(
      "tenant",
      `another customer was answered ${strange.status}: ${strange.text.slice(0, 200)}`,
    );
  }
  const { id, wireId } = fixture.context.customer;
  if ([id, wireId].some((name) => strange.text.includes(name)))
    note("tenant", "it names a stranger");
  for (const answer of [nobody, lacking, strange]) {
    const wrong = validate(operation, answer);
    if (wrong !== null) note("schema", `${answer.status} ${wrong}`);
  }
}

/** Whoever calls it reaches their own customer, whatever they name. */
function isOwn({ id, path }: Operation): boolean {
  return !path.includes("{") || OF_THE_CUSTOMER.has(id);
}
