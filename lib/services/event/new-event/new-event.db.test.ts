import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { NEW_EVENT_DEFAULTS } from "@/lib/domain/event/new-event-defaults";
import { PLAIN_THEME } from "@/lib/domain/theme/theme";
import { createEvent } from "@/lib/services/event/manage/create";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import { saveTemplate } from "@/lib/services/event/template/save";
import { createTheme } from "@/lib/services/event/theme/create";
import { deleteTheme } from "@/lib/services/event/theme/delete";
import { listAudit } from "@/lib/services/installation/audit/list";
import { addTestMember, createTestCustomer, withBrokenAudit } from "@/test/customer";
import { getNewEventDefaults } from "./get-defaults";
import { setNewEventDefaults } from "./set-defaults";

afterAll(disconnectDb);

const SALE = { name: "Sale", kind: "always-on", targetUrl: "https://shop.example/" } as const;
const OURS = { outflowPerMinute: 90, level: "sale", theme: null, language: "de" } as const;

test("a new event begins as its customer says, where nobody says otherwise", async () => {
  const owner = await createTestCustomer();
  const other = await createTestCustomer();
  const first = await createEvent(owner, { ...SALE, eventId: "first" });
  await setNewEventDefaults(owner, OURS);
  const second = await createEvent(owner, { ...SALE, eventId: "second" });
  expect(second).toMatchObject({ outflowPerMinute: 90, language: "de" });
  expect(second.protection?.limits.address).toEqual({ perMinute: 6, perRun: 12 });
  const given = { outflowPerMinute: 7, protection: null };
  expect(await createEvent(owner, { ...SALE, ...given, eventId: "third" })).toMatchObject(given);

  // What a template says is said; events that are there and other customers keep what they have.
  const { templateId } = await saveTemplate(owner, { eventId: "first", name: "As before" });
  const fourth = await createFromTemplate(owner, { templateId, eventId: "fourth", name: "Sale" });
  expect(fourth).toMatchObject({ outflowPerMinute: first.outflowPerMinute, language: "en" });
  expect(await createEvent(other, { ...SALE, eventId: "first" })).toMatchObject({
    ...{ outflowPerMinute: 600, language: "en", timeZone: other.customer.timeZone },
  });
  expect((await listAudit(owner)).entries).toContainEqual(
    expect.objectContaining({ summary: "Ana changed what new events begin with" }),
  );
});

test("only who may change the customer sets them, within its limits, and not without an audit row", async () => {
  const owner = await createTestCustomer();
  const operator = await addTestMember(owner, "operator", "Otto");
  await expect(setNewEventDefaults(operator, OURS)).rejects.toMatchObject({ code: "forbidden" });
  await expect(setNewEventDefaults(withBrokenAudit(owner), OURS)).rejects.toThrow();
  const where = { id: owner.customer.id };
  await db().customer.update({ where, data: { maxOutflowPerMinute: 60 } });
  await expect(setNewEventDefaults(owner, OURS)).rejects.toMatchObject({
    ...{ code: "outflow_limit", fields: { outflowPerMinute: expect.stringMatching(/60/) } },
  });
  await expect(setNewEventDefaults(owner, { ...OURS, theme: "none" })).rejects.toMatchObject({
    fields: { theme: expect.stringMatching(/no theme/) },
  });
  expect(await getNewEventDefaults(operator)).toEqual(NEW_EVENT_DEFAULTS);
});

test("the theme of new events is deleted by nobody", async () => {
  const owner = await createTestCustomer();
  const theme = await createTheme(owner, { name: "Ours", key: "ours", settings: PLAIN_THEME });
  await setNewEventDefaults(owner, { ...OURS, theme: "ours" });
  await expect(deleteTheme(owner, { themeId: theme.id })).rejects.toMatchObject({
    ...{ code: "precondition_failed", message: expect.stringMatching(/new events/) },
  });
  await setNewEventDefaults(owner, OURS);
  await deleteTheme(owner, { themeId: theme.id });
});
