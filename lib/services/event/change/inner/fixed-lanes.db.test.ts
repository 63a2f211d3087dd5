import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import type { Lanes } from "@/lib/domain/lane/lane";
import { stopEvent } from "@/lib/services/event/control/stop";
import { publishDraft } from "@/lib/services/event/draft/publish";
import { saveSection } from "@/lib/services/event/draft/save-section";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { restoreEvent } from "@/lib/services/event/manage/restore";
import { updateEvent } from "@/lib/services/event/manage/update";
import { createFromTemplate } from "@/lib/services/event/template/create-event";
import { saveTemplate } from "@/lib/services/event/template/save";
import type { ServiceContext } from "@/lib/services/ground/context";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";
import { addTestMember, createCustomerWithSale, startTestEvent } from "@/test/customer";
import { withSettings } from "@/test/event-row";
import { changeEvent } from "../find-event";

afterAll(disconnectDb);

const SALE = { eventId: "sale" };

function lanesOf(...keys: readonly [string, ...string[]]): Lanes {
  const [first, ...others] = keys.map((key, index) => ({
    ...{ key, name: key, fromRelativeQuality: null },
    weight: index === 0 ? 100 - 10 * (keys.length - 1) : 10,
  }));
  if (first === undefined) throw new Error("There is a first lane.");
  return { mode: "weighted", defaultLane: "main", lanes: [first, ...others] };
}

const LANES = lanesOf("main", "fans");
const OTHERS: Readonly<Record<string, Lanes>> = {
  "one more": lanesOf("main", "fans", "press"),
  "one fewer": lanesOf("main"),
  "another instead": lanesOf("main", "press"),
  "another order": lanesOf("fans", "main"),
};

let ana: ServiceContext;
beforeEach(async () => {
  ana = await createCustomerWithSale();
  await updateEvent(ana, { ...SALE, lanes: LANES });
});

const row = async () =>
  withSettings(
    await db().event.findFirstOrThrow({ where: { customerId: ana.customer.id, wireId: "sale" } }),
  );

const saveLanes = (lanes: Lanes, method: "fifo" | "random" = "fifo") =>
  saveSection(ana, {
    ...{ ...SALE, section: "order", lanes, method },
    seen: { lanes: LANES, method: "fifo" },
  });

/** A draft of before, which no version of ours would have saved. */
async function publishOlderDraft(lanes: Lanes): Promise<unknown> {
  await saveLanes(LANES, "random");
  const { id: eventId, settingsVersion } = await row();
  const values = { lanes: JSON.parse(JSON.stringify(lanes)) };
  const before = { lanes: JSON.parse(JSON.stringify(LANES)) };
  const data = { values, before };
  const { revision } = await db().eventDraft.update({
    where: { eventId_section: { eventId, section: "order" } },
    data,
  });
  return publishDraft(ana, { ...SALE, section: "order", revision, settingsVersion });
}

/** Every door by which the settings of an open event come. */
const DOORS: Readonly<Record<string, (lanes: Lanes) => Promise<unknown>>> = {
  "a program": (lanes) => updateEvent(ana, { ...SALE, lanes }),
  "a program, with something else": (lanes) =>
    updateEvent(ana, { ...SALE, lanes, outflowPerMinute: 60 }),
  "the form": (lanes) => saveLanes(lanes),
  "a draft": (lanes) => saveLanes(lanes, "random"),
  "a draft of before": publishOlderDraft,
  "a change that needs a second person": async (lanes) => {
    await addTestMember(ana, "operator", "Ben");
    await setApprovals(ana, { topics: ["let-through"] });
    return updateEvent(ana, { ...SALE, lanes, method: "passthrough" });
  },
  "a change that no form makes": (lanes) =>
    db().$transaction(async (tx) => {
      const event = await row();
      return changeEvent(tx, ana, { event, data: { lanes } });
    }),
};

describe.each(Object.keys(OTHERS))("%s", (change) => {
  test.each(Object.keys(DOORS))("is refused while the event is open, by %s", async (door) => {
    await startTestEvent(ana, SALE);
    const lanes = OTHERS[change] ?? expect.fail();
    await expect(DOORS[door]?.(lanes)).rejects.toMatchObject({
      code: "precondition_failed",
      fields: { lanes: expect.stringMatching(/hold numbers in these lanes\. Stop the event/) },
    });
    expect((await row()).lanes).toEqual(LANES);
    expect(await db().approval.count({ where: { customerId: ana.customer.id } })).toBe(0);
  });

  test("is in force once it is stopped, and with its next run", async () => {
    await startTestEvent(ana, SALE);
    await stopEvent(ana, SALE);
    const lanes = OTHERS[change] ?? expect.fail();
    await updateEvent(ana, { ...SALE, lanes });
    await startTestEvent(ana, SALE);
    expect(await row()).toMatchObject({ lanes, status: "open", currentRun: 2 });
  });
});

test("what is no door to the lanes of an open event leaves them as they are", async () => {
  await startTestEvent(ana, SALE);
  const timing = {
    ...{ kind: "once" as const, timeZone: "UTC" },
    ...{ startLocal: "2099-01-01T00:00", endLocal: "2099-01-02T00:00" },
  };
  const schedule = { id: "all", name: "All", preQueueMinutes: 0, timing };
  const overrides = { lanes: OTHERS["one more"] };
  // As a program may send it.
  const schedules = JSON.parse(JSON.stringify([{ ...schedule, overrides }]));
  await expect(updateEvent(ana, { ...SALE, schedules })).rejects.toThrow(/lanes/);
  const { templateId } = await saveTemplate(ana, { ...SALE, name: "Two" });
  await expect(
    createFromTemplate(ana, { ...SALE, templateId, name: "Sale", lanes: OTHERS["one more"] }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/invalid|conflict/) });
  await stopEvent(ana, SALE);
  await archiveEvent(ana, SALE);
  await expect(updateEvent(ana, { ...SALE, lanes: lanesOf("main") })).rejects.toMatchObject({
    code: "precondition_failed",
  });
  await restoreEvent(ana, SALE);
  expect((await row()).lanes).toEqual(LANES);
});

test("names, shares and the lane of everybody else may change while it is open", async () => {
  await startTestEvent(ana, SALE);
  const [main, fans] = [LANES.lanes[0], LANES.lanes[1] ?? expect.fail()];
  const lanes: Lanes = {
    ...{ mode: "ordered", defaultLane: "fans" },
    lanes: [
      { ...main, name: "Everyone", weight: 40 },
      { ...fans, weight: 60 },
    ],
  };
  await updateEvent(ana, { ...SALE, lanes });
  expect((await row()).lanes).toEqual(lanes);
});
