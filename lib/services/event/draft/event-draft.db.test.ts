import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { differenceSentence } from "@/lib/domain/setting-differences/setting-differences";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { getEvent } from "@/lib/services/event/manage/get";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  outboxOf,
  startTestEvent,
} from "@/test/customer";
import { discardDraft } from "./discard";
import { listDrafts } from "./list";
import { publishDraft } from "./publish";
import { saveSection } from "./save-section";
import type { SaveSectionInput } from "./schemas";

afterAll(disconnectDb);

const sale = { eventId: "sale" };

/** What a form sends: the settings as they were, and as they shall be. */
type Form = Omit<SaveSectionInput, "eventId" | "section" | "seen">;
const admission = (context: ServiceContext, seen: Form, mine: Form) =>
  saveSection(context, { ...sale, section: "admission", seen, ...mine });

const inForce = async (context: ServiceContext) => {
  const { outflowPerMinute, lineLimit, activeCap } = await getEvent(context, sale);
  return { outflowPerMinute, lineLimit, activeCap };
};

const draftOf = async (context: ServiceContext) => {
  const [draft] = await listDrafts(context, sale);
  if (draft === undefined) throw new Error("There is no draft.");
  return draft;
};

const BEFORE = { outflowPerMinute: 600, lineLimit: null, activeCap: null };

async function openSale(): Promise<ServiceContext> {
  const context = await createCustomerWithSale();
  await startTestEvent(context, sale);
  return context;
}

test("before it is open a section is in force at once, and only what changed is written", async () => {
  const context = await createCustomerWithSale();
  await updateEvent(context, { ...sale, activeCap: 70 });
  const saved = await admission(context, BEFORE, { ...BEFORE, lineLimit: 500 });
  expect(saved.status).toBe("saved");
  expect(await inForce(context)).toEqual({ outflowPerMinute: 600, lineLimit: 500, activeCap: 70 });
  expect(await listDrafts(context, sale)).toEqual([]);
  expect((await auditSentences(context)).at(-1)).toBe(
    "Ana changed Sale: line limit from none to 500",
  );
});

test("a setting of another section is refused, and nothing is written", async () => {
  const context = await createCustomerWithSale();
  await expect(
    admission(context, BEFORE, { ...BEFORE, lineLimit: 500, name: "Other" }),
  ).rejects.toThrow(/does not belong to the section/);
  await expect(
    admission(context, BEFORE, { lineLimit: 500, outflowPerMinute: 0 }),
  ).rejects.toThrow();
  expect(await inForce(context)).toEqual(BEFORE);
});

test("what is risky waits as a draft while the event is open, and is published in one act", async () => {
  const context = await openSale();
  const { settingsVersion } = await getEvent(context, sale);
  const told = (await outboxOf(context)).length;
  const mine = { outflowPerMinute: 300, lineLimit: 900, activeCap: null };
  expect((await admission(context, BEFORE, mine)).status).toBe("drafted");
  expect(await inForce(context)).toEqual(BEFORE);
  expect((await outboxOf(context)).length).toBe(told);

  const draft = await draftOf(context);
  expect(draft.differences.map(differenceSentence)).toEqual([
    "outflow from 600 per minute to 300 per minute",
    "line limit from none to 900",
  ]);
  expect(
    (await publishDraft(context, { ...sale, ...draftKeyOf(draft), settingsVersion })).status,
  ).toBe("saved");
  expect(await inForce(context)).toEqual(mine);
  expect(await listDrafts(context, sale)).toEqual([]);
  expect((await getEvent(context, sale)).settingsVersion).toBe(settingsVersion + 1);
  expect((await auditSentences(context)).at(-1)).toBe(
    "Ana published the draft for Sale: outflow from 600 per minute to 300 per minute, line limit from none to 900",
  );
});

test("what is not risky is in force at once while the event is open", async () => {
  const context = await openSale();
  const saved = await saveSection(context, {
    ...sale,
    section: "page",
    seen: { brandColour: "#2563eb" },
    brandColour: "#112233",
  });
  expect(saved.status).toBe("saved");
  expect((await getEvent(context, sale)).brandColour).toBe("#112233");
});

test("a draft that is discarded leaves nothing, and taking each change back does the same", async () => {
  const context = await openSale();
  await admission(context, BEFORE, { ...BEFORE, lineLimit: 900 });
  await discardDraft(context, { ...sale, ...draftKeyOf(await draftOf(context)) });
  expect(await listDrafts(context, sale)).toEqual([]);
  await admission(context, BEFORE, { ...BEFORE, lineLimit: 900 });
  await admission(context, { ...BEFORE, lineLimit: 900 }, BEFORE);
  expect(await listDrafts(context, sale)).toEqual([]);
  expect(await inForce(context)).toEqual(BEFORE);
});

function draftKeyOf({ section, revision }: Awaited<ReturnType<typeof draftOf>>) {
  return { section, revision };
}

test("two people who change different settings of a section both keep theirs", async () => {
  const ana = await createCustomerWithSale();
  const ben = await addTestMember(ana, "operator", "Ben");
  await admission(ana, BEFORE, { ...BEFORE, lineLimit: 900 });
  expect((await admission(ben, BEFORE, { ...BEFORE, activeCap: 50 })).status).toBe("saved");
  expect(await inForce(ana)).toEqual({ outflowPerMinute: 600, lineLimit: 900, activeCap: 50 });
});

test("two people who change the same are shown both values, and nothing of the second is written until they choose", async () => {
  const ana = await createCustomerWithSale();
  const ben = await addTestMember(ana, "operator", "Ben");
  await admission(ana, BEFORE, { ...BEFORE, lineLimit: 900 });
  const mine = { ...BEFORE, lineLimit: 700, activeCap: 50 };
  const outcome = await admission(ben, BEFORE, mine);
  expect(outcome).toMatchObject({
    status: "conflict",
    conflicts: [
      {
        ...{ setting: "lineLimit", label: "Line limit" },
        lines: [{ label: "Line limit", mine: "700", theirs: "900" }],
      },
    ],
    values: { ...BEFORE, lineLimit: 900 },
  });
  expect(await inForce(ana)).toEqual({ ...BEFORE, lineLimit: 900 });
  // They have seen the newest and keep their own.
  if (outcome.status !== "conflict") throw new Error("There was no conflict.");
  expect((await admission(ben, outcome.values, mine)).status).toBe("saved");
  expect(await inForce(ana)).toEqual(mine);
});

test("of many who save at once each change is there once, and every other is shown as a conflict", async () => {
  const context = await createCustomerWithSale();
  const limits = [100, 200, 300, 400, 500, 600];
  const outcomes = await Promise.all(
    limits.map((lineLimit) => admission(context, BEFORE, { ...BEFORE, lineLimit })),
  );
  const saved = outcomes.filter(({ status }) => status === "saved");
  expect(saved).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === "conflict")).toHaveLength(limits.length - 1);
  expect((await getEvent(context, sale)).settingsVersion).toBe(2);
});

test("a draft shows what somebody set directly meanwhile, and is published only once somebody chose", async () => {
  const context = await openSale();
  await admission(context, BEFORE, { ...BEFORE, outflowPerMinute: 300, lineLimit: 900 });
  await setOutflow(context, { ...sale, outflowPerMinute: 450 });
  const draft = await draftOf(context);
  expect(draft.conflicts).toEqual([
    {
      ...{ setting: "outflowPerMinute", label: "Outflow" },
      lines: [{ label: "Outflow", mine: "300 per minute", theirs: "450 per minute" }],
    },
  ]);
  const { settingsVersion } = await getEvent(context, sale);
  const publish = (choices: Record<string, "mine" | "theirs">, version = settingsVersion) =>
    publishDraft(context, {
      ...sale,
      ...draftKeyOf(draft),
      settingsVersion: version,
      choices,
    });
  expect((await publish({})).status).toBe("conflict");
  // Chosen beside values that are not there any more.
  expect((await publish({ outflowPerMinute: "mine" }, settingsVersion - 1)).status).toBe(
    "conflict",
  );
  expect(await inForce(context)).toEqual({ ...BEFORE, outflowPerMinute: 450 });
  expect((await publish({ outflowPerMinute: "theirs" })).status).toBe("saved");
  expect(await inForce(context)).toEqual({ ...BEFORE, outflowPerMinute: 450, lineLimit: 900 });
});

test("nobody publishes or discards a draft that they have not seen", async () => {
  const ana = await openSale();
  const ben = await addTestMember(ana, "operator", "Ben");
  await admission(ana, BEFORE, { ...BEFORE, lineLimit: 900 });
  const seen = draftKeyOf(await draftOf(ana));
  await admission(ben, { ...BEFORE, lineLimit: 900 }, { ...BEFORE, lineLimit: 100 });
  const { settingsVersion } = await getEvent(ana, sale);
  await expect(publishDraft(ana, { ...sale, ...seen, settingsVersion })).rejects.toThrow(
    /Ben changed the draft/,
  );
  await expect(discardDraft(ana, { ...sale, ...seen })).rejects.toThrow(/Ben changed the draft/);
  expect(await inForce(ana)).toEqual(BEFORE);
});

test("a draft is refused for the same reasons as the change, beside its field", async () => {
  const context = await openSale();
  await db().customer.update({
    where: { id: context.customer.id },
    data: { maxOutflowPerMinute: 1_000 },
  });
  await expect(
    admission(context, BEFORE, { ...BEFORE, outflowPerMinute: 2_000 }),
  ).rejects.toMatchObject({
    code: "outflow_limit",
    fields: { outflowPerMinute: expect.stringMatching(/limited to 1000 per minute/) },
  });
  expect(await listDrafts(context, sale)).toEqual([]);
});

test("viewers and other customers neither save nor publish", async () => {
  const ana = await openSale();
  const vera = await addTestMember(ana, "viewer", "Vera");
  await admission(ana, BEFORE, { ...BEFORE, lineLimit: 900 });
  const key = draftKeyOf(await draftOf(ana));
  const stranger = await createCustomerWithSale();
  await expect(admission(vera, BEFORE, { ...BEFORE, lineLimit: 1 })).rejects.toMatchObject({
    code: "forbidden",
  });
  for (const [who, code] of [
    [vera, "forbidden"],
    [stranger, "not_found"],
  ] as const) {
    const publish = publishDraft(who, { ...sale, ...key, settingsVersion: 2 });
    await expect(publish).rejects.toMatchObject({ code });
    await expect(discardDraft(who, { ...sale, ...key })).rejects.toMatchObject({ code });
  }
  expect(await listDrafts(stranger, sale)).toEqual([]);
});
