import { afterAll, beforeEach, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createCustomerWithSale } from "@/test/customer";
import { storeRun } from "@/test/stored-run";
import { answerSignedIn } from "./answer-signed-in";

afterAll(disconnectDb);

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});

function read(path: string, query: Readonly<Record<string, string>> = {}, own = context) {
  return answerSignedIn({ context: own, path, query: new URLSearchParams(query) });
}

const HOUR = { from: "2026-11-20T10:00:00Z", until: "2026-11-20T11:00:00Z" };

test("a person reads what a program reads at the same path", async () => {
  const answer = await read("/events/sale/figures", { ...HOUR, stepMinutes: "5" });
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ items: [], nextCursor: null });
  const wrong = { code: "invalid", fields: { stepMinute: expect.stringContaining("stepMinutes") } };
  await expect(read("/events/sale/figures", { ...HOUR, stepMinute: "5" })).rejects.toMatchObject(
    wrong,
  );
});

test("a file is handed over whole, with its name", async () => {
  const stored = await storeRun(3);
  const query = { what: "admissions", format: "csv" };
  const answer = await read(`/runs/${stored.runId}/export`, query, stored.context);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="[\w.-]+\.csv"$/,
  );
  expect((await answer.text()).trim().split("\n")).toHaveLength(4);
});

test("what changes something, is of the installation or of nobody is not there", async () => {
  const missing = { code: "not_found" };
  await expect(read("/events/sale/pause")).rejects.toMatchObject(missing);
  await expect(read("/customers")).rejects.toMatchObject(missing);
  await expect(read("/nothing")).rejects.toMatchObject(missing);
});

test("nobody reads what they may not, or what another customer has", async () => {
  const blind = { ...context, permissions: new Set(["member:read"] as const) };
  const path = "/events/sale/figures";
  await expect(read(path, HOUR, blind)).rejects.toMatchObject({ code: "forbidden" });
  const other = await createCustomerWithSale();
  const stored = await storeRun(1);
  const query = { what: "admissions" };
  const foreign = read(`/runs/${stored.runId}/export`, query, other);
  await expect(foreign).rejects.toMatchObject({ code: "not_found" });
});
