import { afterAll, beforeEach, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import type { ServiceContext } from "@/lib/services/ground/context";
import { addTestMember, auditSentences, createTestCustomer } from "@/test/customer";
import { deleteSavedMessage } from "./delete";
import { listSavedMessages } from "./list";
import { saveMessage } from "./save";

afterAll(disconnectDb);

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
});

const DELAY = { name: "Delay", texts: { en: "Ten minutes more.", de: "Noch zehn Minuten." } };

test("a message is saved, listed by name and deleted, all in the audit log", async () => {
  await saveMessage(context, { name: "Sold out soon", texts: { en: "Few are left." } });
  const { savedMessageId } = await saveMessage(context, DELAY);
  const names = async () => (await listSavedMessages(context, {})).map(({ name }) => name);
  expect(await names()).toEqual(["Delay", "Sold out soon"]);
  expect((await listSavedMessages(context, {}))[0]).toMatchObject(DELAY);
  await deleteSavedMessage(context, { savedMessageId });
  expect(await names()).toEqual(["Sold out soon"]);
  const mine = (await auditSentences(context)).filter((line) => line.includes("Delay"));
  expect(mine).toEqual(["Ana saved the message Delay", "Ana deleted the saved message Delay"]);
});

test("a name is taken once in a customer, and nobody else's message is found", async () => {
  const { savedMessageId } = await saveMessage(context, DELAY);
  await expect(saveMessage(context, DELAY)).rejects.toMatchObject({
    code: "invalid",
    fields: { name: expect.stringContaining("Delay") },
  });
  const other = await createTestCustomer();
  await saveMessage(other, DELAY);
  await expect(deleteSavedMessage(other, { savedMessageId })).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await listSavedMessages(context, {})).toHaveLength(1);
});

test("of many who delete one at once one does, and the others are told that it is gone", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { savedMessageId } = await saveMessage(context, DELAY);
    const all = Array.from({ length: 6 }, () => deleteSavedMessage(context, { savedMessageId }));
    const codes = (await Promise.allSettled(all)).map((one) =>
      one.status === "fulfilled" ? "done" : one.reason.code,
    );
    expect(codes.sort()).toEqual(["done", ...Array(5).fill("not_found")]);
  }
});

test("a viewer reads them, and neither saves nor deletes", async () => {
  const { savedMessageId } = await saveMessage(context, DELAY);
  const viewer = await addTestMember(context, "viewer", "Vera");
  expect(await listSavedMessages(viewer, {})).toHaveLength(1);
  const forbidden = { code: "forbidden" };
  await expect(saveMessage(viewer, { ...DELAY, name: "x" })).rejects.toMatchObject(forbidden);
  await expect(deleteSavedMessage(viewer, { savedMessageId })).rejects.toMatchObject(forbidden);
});
