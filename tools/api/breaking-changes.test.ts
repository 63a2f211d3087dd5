import { expect, test } from "vitest";
import { breakingChanges } from "./breaking-changes";
import type { ApiDocument } from "./client-types";
import type { Schema } from "./type-text";

const THING: Schema = {
  type: "object",
  properties: {
    id: { type: "string" },
    state: { type: "string", enum: ["on", "off"] },
    note: { anyOf: [{ type: "string" }, { type: "null" }] },
    child: { $ref: "#/components/schemas/Thing" },
  },
  required: ["id", "state", "note"],
};
const BODY: Schema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 50 },
    kind: { type: "string", enum: ["a", "b"] },
    size: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }] },
  },
  required: ["name"],
};

function documentOf(thing: Schema = THING, body: Schema = BODY, id = "saveThing"): ApiDocument {
  const answer = {
    content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
  };
  const operation = {
    ...{ operationId: id, summary: "Save", responses: { "200": answer } },
    parameters: [{ name: "thingId", in: "path", required: true, schema: { type: "string" } }],
    requestBody: { content: { "application/json": { schema: body } } },
  };
  return {
    paths: { "/things/{thingId}": { patch: operation } },
    components: { parameters: {}, schemas: { Thing: thing } },
  };
}

const withField = (schema: Schema, name: string, field: Schema): Schema => ({
  ...schema,
  properties: { ...schema.properties, [name]: field },
});
const without = (schema: Schema, name: string): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([one]) => one !== name),
  ),
});

test.each([
  ["nothing", documentOf()],
  ["a new field of the answer", documentOf(withField(THING, "more", { type: "number" }))],
  [
    "a new value",
    documentOf(withField(THING, "state", { type: "string", enum: ["on", "off", "x"] })),
  ],
  ["a new input", documentOf(THING, withField(BODY, "more", { type: "number" }))],
  ["a looser limit", documentOf(THING, withField(BODY, "name", { type: "string", maxLength: 99 }))],
])("%s breaks no client", (_, after) => {
  expect(breakingChanges(documentOf(), after)).toEqual([]);
});
const kind = (by: string): Schema => {
  return { type: "object", properties: { by: { const: by } }, required: ["by"] };
};
const withKinds = (...kinds: readonly Schema[]) =>
  documentOf(withField(THING, "who", { oneOf: kinds }), withField(BODY, "who", { oneOf: kinds }));

test("a new kind of an object may be answered, and none is taken away", () => {
  const before = withKinds(kind("browser"), kind("address"));
  const more = withKinds(kind("browser"), kind("address"), kind("cookie"));
  expect(breakingChanges(before, more)).toEqual([]);
  expect(breakingChanges(more, before)).toEqual([
    expect.stringMatching(/^saveThing, input\/who: no longer takes .*cookie/),
  ]);
  const text = withKinds(kind("browser"), kind("address"), { type: "string" });
  expect(breakingChanges(before, text)).toEqual([
    'saveThing, output/who: may now answer [{"type":"string"}]',
  ]);
});

test.each([
  ["saveThing is gone", documentOf(THING, BODY, "keepThing")],
  ["saveThing, output/id is gone", documentOf(without(THING, "id"))],
  [
    "saveThing, output/id may be left out now",
    documentOf({ ...THING, required: ["state", "note"] }),
  ],
  [
    "saveThing, output/id: was string, is number",
    documentOf(withField(THING, "id", { type: "number" })),
  ],
  [
    "saveThing, output/state: off is gone",
    documentOf(withField(THING, "state", { type: "string", enum: ["on"] })),
  ],
  [
    'saveThing, output/id: may now answer [{"type":"null"}]',
    documentOf(withField(THING, "id", { anyOf: [{ type: "string" }, { type: "null" }] })),
  ],
  [
    "saveThing, input/kind must be given now",
    documentOf(THING, { ...BODY, required: ["name", "kind"] }),
  ],
  ["saveThing, input/kind is gone", documentOf(THING, without(BODY, "kind"))],
  [
    "saveThing, input/kind: b is gone",
    documentOf(THING, withField(BODY, "kind", { type: "string", enum: ["a"] })),
  ],
  [
    "saveThing, input/name: maxLength is 9",
    documentOf(THING, withField(BODY, "name", { type: "string", maxLength: 9 })),
  ],
  [
    'saveThing, input/size: no longer takes [{"type":"null"}]',
    documentOf(THING, withField(BODY, "size", { type: "integer", minimum: 1 })),
  ],
])("%s", (says, after) => {
  expect(breakingChanges(documentOf(), after)).toEqual([says]);
});
