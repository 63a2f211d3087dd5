import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { QUICK_LIVE } from "@/lib/domain/rehearsal/live";
import { readPublishedEvent } from "@/lib/line/commands/published";
import { eventKeys } from "@/lib/line/keys";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import type { Logger } from "@/lib/platform/observability/logger";
import { eventRef } from "@/lib/services/event/settings/event-ref";
import type { ServiceContext } from "@/lib/services/ground/context";
import { removeCopies } from "@/lib/services/installation/retention/remove-copies";
import { claimRehearsal } from "@/lib/services/operation/rehearsal/claim";
import { createWhatIf } from "@/lib/services/operation/rehearsal/create-what-if";
import { getRehearsal } from "@/lib/services/operation/rehearsal/get";
import { liveSceneOf } from "@/lib/services/operation/rehearsal/live-scene";
import type { CreateWhatIfInput } from "@/lib/services/operation/rehearsal/schemas";
import { startLiveRehearsal } from "@/lib/services/operation/rehearsal/start-live";
import { stopRehearsal } from "@/lib/services/operation/rehearsal/stop";
import { writeEventToRedis } from "@/lib/services/relay/outbox/write-event";
import { play } from "@/rehearsal/play";
import type { StartThread } from "@/rehearsal/start-thread";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
} from "@/test/customer";
import { withSettings, writeEventRow } from "@/test/event-row";
import { listEvents } from "@/test/list-events";
import { testRedisUrl } from "@/test/redis";
import { RehearsalPlayer } from "./rehearsal-player";

const redis = connectRedis(testRedisUrl());
const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const EVENTUALLY = { timeout: 60_000, interval: 100 };

beforeAll(() => waitForRedis(redis, 10_000));
beforeEach(async () => {
  await db().rehearsal.deleteMany();
});
afterAll(async () => {
  redis.disconnect();
  await disconnectDb();
});

const PLAN: CreateWhatIfInput["plan"] = {
  order: "fifo",
  outflow: [{ fromMinute: 0, perMinute: 60 }],
  opensAfterMinutes: 0,
  patienceMinutes: null,
  noShowPercent: 5,
  botPercent: 0,
};

const INPUT: CreateWhatIfInput = {
  name: "Spring",
  eventId: "sale",
  arrivals: { kind: "curve", shape: "rush", peakPerMinute: 90, minutes: 4 },
  uncertaintyPercent: 0,
  plan: PLAN,
  change: { ...PLAN, outflow: [{ fromMinute: 0, perMinute: 90 }] },
};

/** Plays in this thread what a worker's thread would play. */
const here: StartThread = (task, onTold) => ({
  ended: play(task, onTold),
  stop: async () => undefined,
});

/** A thread that goes on until somebody ends it. */
function endless() {
  let end = () => {};
  let ends = 0;
  const start: StartThread = () => ({
    ended: new Promise<void>((resolve) => {
      end = resolve;
    }),
    stop: async () => {
      ends += 1;
      end();
    },
  });
  return { start, ends: () => ends };
}

async function begin(player: RehearsalPlayer): Promise<string> {
  const claimed = await claimRehearsal();
  if (claimed === null) throw new Error("Nothing waits.");
  player.begin(claimed);
  return claimed.id;
}

const stateOf = async (id: string) =>
  (await db().rehearsal.findUniqueOrThrow({ where: { id } })).state;

describe("a what-if", () => {
  test("is played by a worker, and can be opened again with what was put in", async () => {
    const context = await createCustomerWithSale();
    const { id } = await createWhatIf(context, INPUT);
    await begin(new RehearsalPlayer(quiet, here));
    await vi.waitFor(async () => expect(await stateOf(id)).toBe("done"), EVENTUALLY);
    const { rehearsal, event } = await getRehearsal(context, { rehearsalId: id });
    expect(event).toEqual({ eventId: "sale", name: "Sale" });
    if (rehearsal.kind !== "what-if") throw new Error("It is a what-if.");
    expect(rehearsal.plan.arrivals.perMinute).toHaveLength(4);
    expect(rehearsal.outcome?.variants.map(({ name }) => name)).toEqual(["As planned", "Changed"]);
    expect(rehearsal.outcome?.runs).toBe(40);
    expect(await auditSentences(context)).toContain("Ana started the simulation Spring");
  });

  test("refuses a file with each line that is wrong, and stores nothing", async () => {
    const context = await createCustomerWithSale();
    const arrivals = { kind: "file" as const, name: "a.csv", text: "0,5\n1;x\n0,3" };
    await expect(createWhatIf(context, { ...INPUT, arrivals })).rejects.toMatchObject({
      code: "invalid",
      fields: {
        "arrivals.text":
          'Line 2: "x" is not a whole number of arrivals.\nLine 3: Minute 0 is already on line 1.',
      },
    });
    expect(await db().rehearsal.count()).toBe(0);
  });

  test("takes three at a time, from those who may, at their own events", async () => {
    const context = await createCustomerWithSale();
    const viewer = await addTestMember(context, "viewer", "Vera");
    await expect(createWhatIf(viewer, INPUT)).rejects.toMatchObject({ code: "forbidden" });
    const stranger = await createTestCustomer();
    await expect(createWhatIf(stranger, INPUT)).rejects.toMatchObject({ code: "not_found" });
    for (let round = 0; round < 3; round += 1) await createWhatIf(context, INPUT);
    await expect(createWhatIf(context, INPUT)).rejects.toMatchObject({ code: "limit_exceeded" });
    const [first] = await db().rehearsal.findMany();
    const rehearsalId = first?.id ?? "";
    await expect(getRehearsal(stranger, { rehearsalId })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(stopRehearsal(stranger, { rehearsalId })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("is ended when somebody stops it, and given back when the worker closes", async () => {
    const context = await createCustomerWithSale();
    const thread = endless();
    const player = new RehearsalPlayer(quiet, thread.start);
    await createWhatIf(context, INPUT);
    const stopped = await begin(player);
    await stopRehearsal(context, { rehearsalId: stopped });
    await vi.waitFor(async () => expect(await stateOf(stopped)).toBe("stopped"), EVENTUALLY);
    expect(thread.ends()).toBe(1);
    await createWhatIf(context, INPUT);
    const given = await begin(player);
    await vi.waitFor(async () => {
      await player.close();
      expect(await stateOf(given)).toBe("queued");
    }, EVENTUALLY);
  });

  test("of a worker that died begins anew once, and then it has failed", async () => {
    const context = await createCustomerWithSale();
    const { id } = await createWhatIf(context, INPUT);
    const died = async () => {
      expect((await claimRehearsal())?.id).toBe(id);
      await db().rehearsal.update({ where: { id }, data: { beatAt: new Date(0) } });
    };
    await died();
    await died();
    expect(await claimRehearsal()).toBeNull();
    expect(await stateOf(id)).toBe("failed");
  });
});

describe("a live rehearsal", () => {
  const live = { eventId: "sale", ...QUICK_LIVE };

  async function copyOf(context: ServiceContext) {
    const where = { customerId: context.customer.id, testOf: { not: null } };
    return withSettings(await db().event.findFirstOrThrow({ where }));
  }

  test("opens a copy that is marked as a test, and touches nothing else", async () => {
    const context = await createCustomerWithSale();
    await startLiveRehearsal(context, live);
    const copy = await copyOf(context);
    expect(copy).toMatchObject({ name: "Test: Sale", status: "open", outflowPerMinute: 100 });
    await writeEventToRedis(redis, copy.id);
    const ref = eventRef(copy, context.customer);
    expect(await readPublishedEvent(redis, ref.customerId, ref.eventId)).toMatchObject({
      isTest: true,
      status: "open",
    });
    expect(await listEvents(context)).toMatchObject([{ eventId: "sale", status: "draft" }]);
    const [row] = await db().rehearsal.findMany();
    if (row === undefined) throw new Error("It was not stored.");
    const scene = await liveSceneOf(row);
    expect(scene).toMatchObject({ eventId: copy.wireId, customerId: ref.customerId });
    expect(scene.secret).toHaveLength(72);
    const secrets = await db().secret.findMany({ where: { customerId: context.customer.id } });
    expect(secrets.map(({ eventId }) => eventId)).toEqual([copy.id]);
  });

  test("opens a copy that queues, however the event stands at the moment", async () => {
    const context = await createCustomerWithSale();
    const { id } = await db().event.findFirstOrThrow({
      where: { customerId: context.customer.id },
    });
    await writeEventRow(id, {
      ...{ status: "open", letThrough: true, paused: true, softBlock: true, inviteOnly: true },
      ...{ activeCap: 1, lineLimit: 1, archivedAt: new Date(), startAt: new Date(0) },
      ...{ endAt: new Date(1), kind: "scheduled", queueTokenValiditySeconds: 77, theme: "dark" },
    });
    await startLiveRehearsal(context, live);
    const copy = await copyOf(context);
    await writeEventToRedis(redis, copy.id);
    const { wireId } = context.customer;
    expect(await readPublishedEvent(redis, wireId, copy.wireId)).toMatchObject({
      ...{ status: "open", method: "fifo", paused: false, inviteOnly: false, activeCap: null },
      ...{ lineLimit: null, kind: "always-on", queueTokenValiditySeconds: 77, theme: "dark" },
    });
    expect(copy).toMatchObject({ softBlock: false, archivedAt: null });
  });

  test("runs once at a time in the whole installation, for those who may", async () => {
    const context = await createCustomerWithSale();
    const viewer = await addTestMember(context, "viewer", "Vera");
    await expect(startLiveRehearsal(viewer, live)).rejects.toMatchObject({ code: "forbidden" });
    await startLiveRehearsal(context, live);
    const copy = await copyOf(context);
    await expect(
      startLiveRehearsal(context, { ...live, eventId: copy.wireId }),
    ).rejects.toMatchObject({ code: "precondition_failed" });
    const other = await createCustomerWithSale();
    await expect(startLiveRehearsal(other, live)).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await expect(startLiveRehearsal(other, { ...live, people: 1_001 })).rejects.toMatchObject({
      name: "ZodError",
    });
  });

  test("leaves nothing behind: the copy is closed, and soon removed from both stores", async () => {
    const context = await createCustomerWithSale();
    const { id } = await startLiveRehearsal(context, live);
    const copy = await copyOf(context);
    await writeEventToRedis(redis, copy.id);
    const ref = eventRef(copy, context.customer);
    await removeCopies(redis);
    expect((await copyOf(context)).status).toBe("open");
    const player = new RehearsalPlayer(quiet, endless().start);
    await begin(player);
    await vi.waitFor(async () => {
      await player.close();
      expect(await stateOf(id)).toBe("failed");
    }, EVENTUALLY);
    await removeCopies(redis);
    expect(await readPublishedEvent(redis, ref.customerId, ref.eventId)).toMatchObject({
      status: "stopped",
    });
    await removeCopies(redis, Date.now() + 20_000);
    expect(await db().event.count({ where: { id: copy.id } })).toBe(0);
    expect(await db().run.count({ where: { eventId: copy.id } })).toBe(0);
    expect(await db().secret.count({ where: { eventId: copy.id } })).toBe(0);
    expect(await readPublishedEvent(redis, ref.customerId, ref.eventId)).toBeNull();
    expect(await redis.exists(...Object.values(eventKeys(ref)))).toBe(0);
    expect(await db().rehearsal.findUniqueOrThrow({ where: { id } })).toMatchObject({ copy: null });
  });
});
