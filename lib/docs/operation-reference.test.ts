import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "@/tools/stack/paths";
import { referenceOf } from "./operation-reference";

const document = JSON.parse(readFileSync(projectPath("docs/api/openapi.json"), "utf8"));
const operations = referenceOf(document);
const named = (id: string) => operations.find((operation) => operation.id === id);

test("every operation of the document can be read, with a type for each field", () => {
  expect(operations.length).toBeGreaterThan(100);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  for (const { id, tag, summary, fields, answers } of operations) {
    expect([id, tag, summary].every((text) => text !== "")).toBe(true);
    expect(answers.length, id).toBeGreaterThan(0);
    for (const field of fields) expect(field.type, `${id} ${field.name}`).not.toBe("");
  }
});

test("fields say where they stand, and the example fills them in", () => {
  const outflow = named("setOutflow");
  expect(outflow).toMatchObject({ method: "POST", path: "/events/{eventId}/outflow" });
  expect(outflow?.example).toMatchObject({ eventId: "springsale" });
  expect(JSON.parse(outflow?.exampleBody ?? "")).toHaveProperty("outflowPerMinute");
  const fields = new Map(outflow?.fields.map((field) => [field.name, field]));
  expect(fields.get("eventId")).toMatchObject({ where: "path", isRequired: true, type: "string" });
  expect(fields.get("outflowPerMinute")).toMatchObject({ where: "body", isRequired: true });
  expect(fields.get("Idempotency-Key")).toMatchObject({ where: "header", isRequired: false });
  expect(named("listEvents")?.exampleBody).toBe(null);
});

test("choices, lists and named types are told in words", () => {
  const schema = {
    type: "object",
    required: ["a"],
    properties: {
      a: { enum: ["x", "y", null] },
      b: { type: "array", items: { anyOf: [{ type: "string" }, { type: "null" }] } },
      c: { $ref: "#/components/schemas/Event" },
      d: { type: ["integer", "null"] },
      e: {},
    },
  };
  const content = { "application/json": { schema } };
  const post = { operationId: "x", tags: ["X"], summary: "X", requestBody: { content } };
  const [one] = referenceOf({ paths: { "/x": { post } } });
  expect(one?.fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ["a", "x | y | null", true],
    ["b", "(string | null)[]", false],
    ["c", "Event", false],
    ["d", "integer | null", false],
    ["e", "any", false],
  ]);
});
