import { describe, expect, test } from "vitest";
import { z } from "zod";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { createDefineRoute, jsonResponse } from "./define-route";

const contextOf = (role: "owner" | "viewer"): ServiceContext => ({
  customer: { id: "cus_1", wireId: "acme", name: "Acme", timeZone: "UTC" },
  actor: { type: "user", id: "usr_1", name: "Ana" },
  permissions: permissionsOfRole(role),
});

const reported: unknown[] = [];
const defineRoute = createDefineRoute(
  async (request) => {
    if (!request.headers.has("cookie")) throw new ServiceError("unauthenticated", "Sign in.");
    return contextOf(request.headers.get("cookie") === "viewer" ? "viewer" : "owner");
  },
  (error) => reported.push(error),
);

const route = defineRoute({
  params: z.object({ eventId: z.string().min(3) }),
  query: z.object({ dry: z.enum(["0", "1"]).default("0") }),
  body: z.strictObject({ outflow: z.number().int(), hosts: z.array(z.string()).default([]) }),
  handler: async ({ context, params, query, body }) => {
    requirePermission(context, "event:operate");
    if (body.outflow === 13) throw new Error("duplicate key violates events_pkey");
    return jsonResponse({ by: context.actor.name, ...params, ...query, ...body }, 201);
  },
});

test("a name that stands in a query several times has a list", async () => {
  const names = defineRoute({
    query: z.object({ one: z.string(), many: z.array(z.string()) }),
    handler: async ({ query }) => jsonResponse(query),
  });
  const request = new Request("http://localhost/api?one=a%26b&many=x&many=y", {
    headers: { cookie: "owner" },
  });
  const response = await names(request, { params: Promise.resolve({}) });
  expect(await response.json()).toEqual({ one: "a&b", many: ["x", "y"] });
});

const call = (
  body: BodyInit,
  options: { cookie?: string; eventId?: string; headers?: Record<string, string> } = {},
) => {
  const cookie = options.cookie ?? "owner";
  const request = new Request("http://localhost/api?dry=1", {
    method: "POST",
    body,
    headers: { ...(cookie === "" ? {} : { cookie }), ...options.headers },
  });
  return route(request, { params: Promise.resolve({ eventId: options.eventId ?? "spring" }) });
};

describe("defineRoute", () => {
  test("gives the handler who asks and every part as its schema made it", async () => {
    const response = await call('{"outflow":5}', { headers: { "x-request-id": "abc-1" } });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      by: "Ana",
      eventId: "spring",
      dry: "1",
      outflow: 5,
      hosts: [],
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("request-id")).toBe("abc-1");
  });

  test("asks who it is before it looks at the rest", async () => {
    const response = await call("not json", { cookie: "" });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "unauthenticated", detail: "Sign in." });
  });

  test("answers 403 to somebody who may not", async () => {
    const response = await call('{"outflow":5}', { cookie: "viewer" });
    expect(response.status).toBe(403);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("answers 422 with the reason for each field", async () => {
    const response = await call('{"outflow":"5","hosts":["a",1]}');
    expect(response.status).toBe(422);
    const { code, fields } = await response.json();
    expect(code).toBe("invalid");
    expect(Object.keys(fields)).toEqual(["outflow", "hosts.1"]);
  });

  test.each([
    ["a body that is not JSON", "{", "The body is not JSON."],
    ["a body beyond 256 KB", `"${"x".repeat(256 * 1_024)}"`, "The body is too large."],
  ])("refuses %s", async (_name, body, detail) => {
    const response = await call(body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: "invalid", detail });
  });

  test("refuses parameters of the path that do not fit", async () => {
    const response = await call('{"outflow":5}', { eventId: "x" });
    expect(await response.json()).toMatchObject({
      code: "invalid",
      fields: { eventId: expect.any(String) },
    });
  });

  test("shows nothing of an unforeseen error, but reports it", async () => {
    const response = await call('{"outflow":13}', { headers: { "x-request-id": "bad\tid" } });
    expect(response.status).toBe(500);
    const problem = await response.json();
    expect(problem).toMatchObject({ code: "internal", type: "/errors/internal" });
    expect(JSON.stringify(problem)).not.toContain("events_pkey");
    expect(problem.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(reported.at(-1)).toMatchObject({ message: "duplicate key violates events_pkey" });
  });
});
