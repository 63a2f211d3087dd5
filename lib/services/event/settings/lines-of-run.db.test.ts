import { afterAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { minuteOf } from "@/lib/domain/figures/figures";
import type { Lanes } from "@/lib/domain/lane/lane";
import { supportCode } from "@/lib/domain/support-code/support-code";
import { stopEvent } from "@/lib/services/event/control/stop";
import { updateEvent } from "@/lib/services/event/manage/update";
import { findPlaceByCode } from "@/lib/services/event/place/find-place";
import type { ServiceContext } from "@/lib/services/ground/context";
import { readTimeline } from "@/lib/services/operation/figures/read-timeline";
import { storeFigures } from "@/lib/services/operation/figures/store";
import { createCustomerWithSale, startTestEvent } from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const sale = { eventId: "sale" };

function lanesNamed(names: Readonly<Record<string, string>>): Lanes {
  const [first, ...others] = Object.entries(names).map(([key, name]) => {
    return { key, name, weight: 50, fromRelativeQuality: null };
  });
  if (first === undefined) throw new Error("There is a first lane.");
  return { mode: "ordered", defaultLane: first.key, lanes: [first, ...others] };
}

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});

const setLanes = (names: Readonly<Record<string, string>>) =>
  updateEvent(context, { ...sale, lanes: lanesNamed(names) });

const lanesInTimeline = async (run: number) =>
  (await readTimeline(context, { ...sale, run, range: "run" })).lanes;

async function laneOfCode(runId: number, lane: number): Promise<string | null> {
  const code = supportCode({ runId, lane, number: 1 });
  return (await findPlaceByCode(context, { ...sale, code })).lane;
}

test("a run that is over has the names and the order of the lanes that it had", async () => {
  await setLanes({ fans: "Fans", main: "Everyone" });
  await startTestEvent(context, sale);
  await stopEvent(context, sale);
  await startTestEvent(context, sale);
  await stopEvent(context, sale);
  // Two runs with the same lanes; then others, in another order, and others again.
  await setLanes({ press: "Press", main: "All others", fans: "Members" });
  await startTestEvent(context, sale);
  await stopEvent(context, sale);
  await setLanes({ main: "Everyone" });
  await startTestEvent(context, sale);
  for (const run of [1, 2]) {
    expect(await lanesInTimeline(run)).toEqual(["Fans", "Everyone"]);
    expect([await laneOfCode(run, 0), await laneOfCode(run, 1)]).toEqual(["Fans", "Everyone"]);
  }
  expect(await lanesInTimeline(3)).toEqual(["Press", "All others", "Members"]);
  expect(await laneOfCode(3, 2)).toBe("Members");
  expect(await lanesInTimeline(4)).toEqual(["Everyone"]);
  await expect(laneOfCode(1, 2)).rejects.toMatchObject({ code: "invalid" });
});

test("a lane that gets another name while the event is open has it in this run, not in those before", async () => {
  await setLanes({ fans: "Fans", main: "Everyone" });
  await startTestEvent(context, sale);
  await stopEvent(context, sale);
  await startTestEvent(context, sale);
  await setLanes({ fans: "Members", main: "Everyone" });
  expect(await lanesInTimeline(1)).toEqual(["Fans", "Everyone"]);
  expect(await lanesInTimeline(2)).toEqual(["Members", "Everyone"]);
  expect(await db().run.count({ where: { event: { customerId: context.customer.id } } })).toBe(2);
});

test("of a lane of today no figure is shown that another lane had in its place", async () => {
  await setLanes({ fans: "Fans", main: "Everyone" });
  await startTestEvent(context, sale);
  const where = { event: { customerId: context.customer.id } };
  const { id: runId } = await db().run.findFirstOrThrow({ where });
  const minute = minuteOf(Date.now()) - 5;
  await storeFigures(
    db(),
    [{ runId, part: 0, lane: 0, minute, kind: "joins", value: 40 }],
    "highest",
  );
  const joins = async (asked: { readonly run?: number; readonly lane?: number }) => {
    const { points } = await readTimeline(context, { ...sale, ...asked });
    return points.find(({ atMs }) => atMs === minute * 60_000)?.counts?.joins;
  };
  await stopEvent(context, sale);
  await startTestEvent(context, sale);
  // The same lane.
  expect(await joins({ lane: 0 })).toBe(40);
  await stopEvent(context, sale);
  await setLanes({ main: "Everyone", fans: "Fans" });
  await startTestEvent(context, sale);
  expect(await joins({ lane: 0 })).toBeUndefined();
  expect(await joins({})).toBe(40);
  expect(await joins({ run: 1, lane: 0 })).toBe(40);
});
