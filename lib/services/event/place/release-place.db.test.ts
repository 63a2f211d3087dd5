import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { blockCode } from "@/lib/domain/access-rule/block-code";
import { letInName } from "@/lib/domain/line/let-in-name";
import { CALM } from "@/lib/domain/protection/protection";
import { supportCode } from "@/lib/domain/support-code/support-code";
import { falseIdOfJoin } from "@/lib/secrets/false-queue-id";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import { createEvent } from "@/lib/services/event/manage/create";
import { RELEASED_MAX } from "@/lib/services/event/settings/released-places";
import { toEventSettings } from "@/lib/services/event/settings/to-settings";
import type { ServiceContext } from "@/lib/services/ground/context";
import { countRules } from "@/lib/services/operation/figures/rule-counts";
import { storeFigures } from "@/lib/services/operation/figures/store";
import { addTestMember, createTestCustomer, ownerOf, startTestEvent } from "@/test/customer";
import { disconnectLineRedis } from "@/tools/shared/line-redis";
import { findPlaceByCode } from "./find-place";
import { releasePlace } from "./release-place";

afterAll(async () => {
  disconnectLineRedis();
  await disconnectDb();
});

const spring = { eventId: "spring" };
const CONDITION = {
  subject: "user-agent",
  isNot: false,
  name: "",
  comparison: "contains",
  values: ["curl"],
  number: null,
  per: "minute",
} as const;
const RULE = {
  id: 7,
  name: "Tools",
  conditions: [CONDITION],
  action: { type: "block", reason: "No tools." },
} as const;

async function withEvent(): Promise<ServiceContext> {
  const context = await createTestCustomer();
  await createEvent(context, {
    ...spring,
    name: "Spring Sale",
    kind: "always-on",
    targetUrl: "https://shop.example.com/",
    protection: { ...CALM, rules: { ...CALM.rules, rules: [RULE] } },
  });
  await startTestEvent(context, spring);
  return context;
}

function eventOf({ customer }: ServiceContext) {
  return db().event.findFirstOrThrow({ where: { customerId: customer.id } });
}

async function falsePlace(context: ServiceContext) {
  const event = await eventOf(context);
  const { wireId: customerId } = context.customer;
  const key = await eventKeyOf(db(), { id: event.id, customerId, ...spring });
  return falseIdOfJoin(key, event.currentRun, randomBytes(16));
}

async function released(context: ServiceContext) {
  const settings = toEventSettings(await eventOf(context), ownerOf(context.customer.wireId));
  return settings.releasedPlaces;
}

test("a visitor of the false queue is found by support code and released once, in a row of the audit log", async () => {
  const context = await withEvent();
  const { queueId, code: number } = await falsePlace(context);
  const code = supportCode({ runId: 1, lane: 0, number });
  expect(await findPlaceByCode(context, { ...spring, code })).toMatchObject({
    state: "false-queue",
    queueId,
  });
  await releasePlace(context, { ...spring, queueId });
  await releasePlace(context, { ...spring, queueId });
  expect(await released(context)).toEqual([queueId]);
  expect(await findPlaceByCode(context, { ...spring, code })).toMatchObject({ state: "released" });
  const where = { customerId: context.customer.id, verb: "event.release-place" };
  expect(await db().auditEntry.count({ where })).toBe(1);
});

test("nobody else is released: not who waits in the line, not at another event, and not by who may only look", async () => {
  const context = await withEvent();
  const { queueId } = await falsePlace(await withEvent());
  for (const other of [queueId, "01234567-89ab-4cde-a123-456789abcdef", "x"])
    await expect(releasePlace(context, { ...spring, queueId: other })).rejects.toMatchObject({
      code: "invalid",
    });
  const own = await falsePlace(context);
  const viewer = await addTestMember(context, "viewer", "Vera");
  await expect(releasePlace(viewer, { ...spring, queueId: own.queueId })).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(await released(context)).toEqual([]);
});

test("the newest are kept where very many are released, and none of a run before", async () => {
  const context = await withEvent();
  const event = await eventOf(context);
  const queueIds = Array.from({ length: RELEASED_MAX }, (_, index) => `old-${index}`);
  const releasedPlaces = { run: event.currentRun, queueIds };
  await db().event.update({ where: { id: event.id }, data: { releasedPlaces } });
  const { queueId } = await falsePlace(context);
  await releasePlace(context, { ...spring, queueId });
  const kept = (await released(context)) ?? [];
  expect([kept.length, kept.at(-1), kept[0]]).toEqual([RELEASED_MAX, queueId, "old-1"]);
  await db().event.update({
    where: { id: event.id },
    data: { currentRun: event.currentRun + 1 },
  });
  expect(await released(context)).toEqual([]);
});

test("many who are released displace nobody who is let in next", async () => {
  const context = await withEvent();
  const event = await eventOf(context);
  const next = letInName({ lane: 0, number: 7 });
  const queueIds = [
    next,
    ...Array.from({ length: RELEASED_MAX - 1 }, (_, index) => `old-${index}`),
  ];
  const releasedPlaces = { run: event.currentRun, queueIds };
  await db().event.update({ where: { id: event.id }, data: { releasedPlaces } });
  for (let more = 0; more < 2; more += 1) {
    const { queueId } = await falsePlace(context);
    await releasePlace(context, { ...spring, queueId });
  }
  const kept = (await released(context)) ?? [];
  expect([kept.length, kept[0], kept[1]]).toEqual([RELEASED_MAX + 1, next, "old-1"]);
});

test("the code of a blocked visitor names the rule that has done it", async () => {
  const context = await withEvent();
  const code = blockCode(1, { rule: 7, atMs: Date.now() });
  expect(await findPlaceByCode(context, { ...spring, code })).toMatchObject({
    state: "blocked",
    blocked: { rule: "Tools" },
  });
});

test("how often each rule has decided is told for the run and for lately", async () => {
  const context = await withEvent();
  const event = await eventOf(context);
  const run = await db().run.findFirstOrThrow({ where: { eventId: event.id } });
  const minute = Math.floor(Date.now() / 60_000);
  const figure = { runId: run.id, part: 0, lane: 0, kind: "rule-h" } as const;
  await storeFigures(
    db(),
    [
      { ...figure, minute, value: 4 },
      { ...figure, minute: minute - 600, value: 3 },
    ],
    "highest",
  );
  expect(await countRules(context, spring)).toEqual([{ rule: 7, inRun: 7, lately: 4 }]);
});
