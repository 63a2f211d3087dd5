import { expect, test } from "vitest";
import type { OperationReference } from "@/lib/docs/operation-reference";
import { curlOf, requestPath } from "./curl-of";

const field = (name: string, where: "path" | "query") => ({
  ...{ name, where, type: "string", isRequired: where === "path", description: null },
});
const operation: OperationReference = {
  ...{ id: "x", tag: "X", method: "GET", path: "/events/{eventId}", summary: "X", description: "" },
  fields: [field("eventId", "path"), field("fields", "query")],
  ...{ example: { eventId: "sale" }, exampleBody: null, answers: [] },
};

test("what is typed stands in the path and the query, and nowhere else", () => {
  expect(requestPath(operation, { eventId: "a/b?c", fields: "", other: "1" })).toBe(
    "/events/a%2Fb%3Fc",
  );
  expect(requestPath(operation, { eventId: "sale", fields: "name,kind" })).toBe(
    "/events/sale?fields=name%2Ckind",
  );
});

test("the command quotes what a shell would read", () => {
  expect(curlOf(operation, "https://c.example")).toBe(
    `curl 'https://c.example/api/v1/events/sale' \\\n  -H "Authorization: Bearer $STANCHION_API_KEY"`,
  );
  const post = { ...operation, method: "POST", exampleBody: '{ "message": "we\'re back" }' };
  expect(curlOf(post, "https://c.example")).toContain(`-d '{"message":"we'\\''re back"}'`);
});
