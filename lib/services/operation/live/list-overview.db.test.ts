import { afterAll, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { archiveEvent } from "@/lib/services/event/manage/archive";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createTestCustomer, startTestEvent } from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { listOverview } from "./list-overview";
import { getOverview } from "./overview";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

async function withEvents(ids: readonly string[]): Promise<ServiceContext> {
  const context = await createTestCustomer();
  for (const eventId of ids) {
    await createEvent(context, {
      ...{ eventId, name: `Sale ${eventId}`, kind: "always-on" },
      targetUrl: "https://shop.example/tickets",
    });
  }
  return context;
}

const idsOf = (events: readonly { readonly eventId: string }[]) =>
  events.map(({ eventId }) => eventId);

test("a page has what its filter and search say, with the totals of all events", async () => {
  const context = await withEvents(["autumn", "spring", "winter"]);
  await startTestEvent(context, { eventId: "spring" });
  const { listing } = await listOverview(context, { filter: "now" });
  expect(idsOf(listing.page.events)).toEqual(["spring"]);
  expect(listing.page).toMatchObject({ found: 1, page: 1, counts: { now: 1, all: 3 } });
  expect(listing.totals).toMatchObject({ open: 1, troubled: 0 });
  const { overview } = await getOverview(context);
  expect(listing.page.events).toEqual(overview.events.filter(({ status }) => status === "open"));
  const found = await listOverview(context, { search: "SALE win", sort: "name", page: 9 });
  expect(idsOf(found.listing.page.events)).toEqual(["winter"]);
  expect(found.listing.totals).toEqual(listing.totals);
  const all = await listOverview(context, { sort: "name" });
  expect(idsOf(all.listing.page.events)).toEqual(["autumn", "spring", "winter"]);
});

test("those who look at the same page share one answer", async () => {
  const context = await withEvents(["spring", "winter"]);
  const look = (input: Parameters<typeof listOverview>[1]) => listOverview(context, input);
  const [first, second] = [await look({}), await look({ filter: "all", page: 1 })];
  expect(first.answer).toBe(second.answer);
  expect(JSON.parse(first.answer.text)).toEqual(first.listing);
  expect((await look({ chosen: ["winter"] })).answer).not.toBe(first.answer);
  expect((await look({ search: "win" })).answer).not.toBe(first.answer);
});

test("chosen events are told as they are now, wherever they are listed, without those that are gone or somebody else's", async () => {
  const context = await withEvents(["spring", "winter", "gone"]);
  const stranger = await withEvents(["theirs"]);
  const chosen = ["spring", "gone", "theirs", "never"];
  const look = async (of: ServiceContext) => {
    const { listing } = await listOverview(of, { filter: "now", chosen });
    expect(listing.page.events.every(({ status }) => status === "open")).toBe(true);
    return listing.chosen.map(({ eventId, status }) => [eventId, status]);
  };
  expect((await look(context)).sort()).toEqual([
    ["gone", "draft"],
    ["spring", "draft"],
  ]);
  await startTestEvent(context, { eventId: "spring" });
  await archiveEvent(context, { eventId: "gone" });
  expect(await look(context)).toEqual([["spring", "open"]]);
  expect(await look(stranger)).toEqual([["theirs", "draft"]]);
});

test("it asks for the permission, and refuses a page and a choice that nobody can have", async () => {
  const context = await withEvents(["spring"]);
  const nobody = { ...context, permissions: new Set<never>() };
  await expect(listOverview(nobody, {})).rejects.toMatchObject({ code: "forbidden" });
  const chosen = Array.from({ length: 101 }, (_, index) => `event${index}`);
  for (const input of [{ page: 0 }, { search: "a".repeat(101) }, { chosen }]) {
    await expect(listOverview(context, input)).rejects.toThrow(/too_(big|small)/);
  }
});
