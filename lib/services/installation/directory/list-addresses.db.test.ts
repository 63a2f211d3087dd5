import { afterAll, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { addTestMember, createCustomerWithSale, startTestEvent } from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { listAddresses } from "./list-addresses";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

test("what has an address is listed by name, as far as the role may read it, and nothing of others", async () => {
  const context = await createCustomerWithSale();
  await startTestEvent(context, { eventId: "sale" });
  await createApiKey(context, { name: "Edge", scopes: ["pull"] });
  const stranger = await createCustomerWithSale();
  const all = await listAddresses(context);
  expect(all).toContainEqual(expect.objectContaining({ kind: "api-key", name: "Edge" }));
  expect(all).toContainEqual(
    expect.objectContaining({ kind: "report", name: "Sale, run 1", detail: "sale" }),
  );
  expect(all.some(({ kind }) => kind === "secret")).toBe(true);
  const viewer = await addTestMember(context, "viewer", "Vic");
  const kinds = new Set((await listAddresses(viewer)).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(["member", "report"]);
  expect((await listAddresses(stranger)).map(({ kind }) => kind)).toEqual(["member"]);
});
