import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/open-api";
import { OPERATIONS } from "@/lib/api/registry";
import { disconnectDb } from "@/lib/db/client";
import { disconnectLineRedis } from "../shared/line-redis";
import { refOf, valueAt } from "./answer-validator";
import { ask } from "./caller";
import { exampleRequest } from "./example-of";
import { newFixture, prepareExample } from "./fixture";
import { serveApiHere } from "./serve-here";

let api: Awaited<ReturnType<typeof serveApiHere>>;
beforeAll(async () => {
  api = await serveApiHere();
});
afterAll(async () => {
  await api.close();
  disconnectLineRedis();
  await disconnectDb();
});

const DOCUMENT = openApiDocument(OPERATIONS, { version: "0" });

/** By name, the largest version that somebody may say they have seen. */
function largestSeen({ path, method }: (typeof OPERATIONS)[number]): Record<string, unknown> {
  const own = ["requestBody", "content", "application/json", "schema"];
  const schema = valueAt(DOCUMENT, ["paths", path, method.toLowerCase(), ...own]);
  const ref = refOf(schema);
  const fields = valueAt(ref === null ? schema : valueAt(DOCUMENT, ref), ["properties"]);
  const seen = ["seenVersion", "settingsVersion", "revision"].flatMap((name) => {
    const largest = valueAt(fields, [name, "maximum"]);
    return largest === undefined ? [] : [[name, largest] as const];
  });
  return Object.fromEntries(seen);
}

// A version that is counted up from what was sent would not fit into its column.
test("the largest version that can be sent is a conflict", async () => {
  const taking = OPERATIONS.filter((one) => Object.keys(largestSeen(one)).length > 0);
  const answered: Record<string, number> = {};
  for (const operation of taking) {
    const fixture = await newFixture();
    const values = await prepareExample(api.baseUrl, fixture, operation);
    const sent = exampleRequest(operation, { ...values, ...largestSeen(operation) });
    answered[operation.id] = (await ask(api.baseUrl, { ...sent, key: fixture.key })).status;
  }
  expect(Object.keys(answered).length).toBeGreaterThan(8);
  expect(answered).toEqual(Object.fromEntries(taking.map(({ id }) => [id, 409])));
});
