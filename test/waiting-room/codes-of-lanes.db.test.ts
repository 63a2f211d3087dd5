import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readCodes } from "@/lib/line/commands/access-codes";
import { eventKeys } from "@/lib/line/keys";
import { masterKeysFromEnvironment } from "@/lib/secrets/master-keys";
import { createAccessCodes } from "@/lib/services/event/access-code/create";
import { stopEvent } from "@/lib/services/event/control/stop";
import { updateEvent } from "@/lib/services/event/manage/update";
import type { ServiceContext } from "@/lib/services/ground/context";
import { reconcileEvent } from "@/lib/services/relay/outbox/reconcile";
import { relayOutbox } from "@/lib/services/relay/outbox/relay";
import { createCustomerWithSale, startedRef, startTestEvent } from "@/test/customer";
import { startTestRoom } from "@/test/waiting-room";

const master = masterKeysFromEnvironment()[0];
const first = startTestRoom(master);
/** Another process, which nobody restarts. */
const second = startTestRoom(master);
const { redis, id } = first;
afterAll(disconnectDb);

let context: ServiceContext;
let rowId: string;
beforeEach(async () => {
  context = await createCustomerWithSale();
  rowId = (await db().event.findFirstOrThrow({ where: { customerId: context.customer.id } })).id;
  await runWith(["main", "fans", "press"]);
});

type Mode = "ordered" | "weighted";

/** Ends the run, if there is one, and begins one with these lanes. Visitors join the first of them unless told otherwise. */
async function runWith(keys: readonly string[], mode: Mode = "ordered"): Promise<void> {
  const { status } = await db().event.findUniqueOrThrow({ where: { id: rowId } });
  if (status === "open") await stopEvent(context, { eventId: "sale" });
  const { settingsVersion } = await db().event.findUniqueOrThrow({ where: { id: rowId } });
  const lanes = keys.map((key, index) => {
    const weight = index === 0 ? 100 - 10 * (keys.length - 1) : 10;
    return { key, name: key, weight, fromRelativeQuality: null };
  });
  const given = { mode, defaultLane: "main", lanes };
  await updateEvent(context, { eventId: "sale", settingsVersion, lanes: given });
  await startTestEvent(context, { eventId: "sale" });
  await relayOutbox(redis);
  await reconcileEvent(redis, rowId);
  const { currentRun } = await db().event.findUniqueOrThrow({ where: { id: rowId } });
  for (const room of [first, second]) {
    await vi.waitFor(async () => {
      const line = (await room.context.lines.find(startedRef(context))) ?? expect.fail();
      await line.refresh();
      expect(line.settings.runId).toBe(currentRun);
    });
  }
}

/** The only code of a new batch that leads to a lane. */
async function codeOf(lane: string, maxUses = 1): Promise<string> {
  const use =
    maxUses === 1 ? ({ kind: "single-use" } as const) : ({ kind: "multi-use", maxUses } as const);
  const { csv } = await createAccessCodes(context, {
    ...{ eventId: "sale", name: lane, count: 1, use, lane },
  });
  await relayOutbox(redis);
  return csv.split("\r\n")[1]?.split(",")[0] ?? "";
}

async function join(code: string, room = first) {
  const path = `/line/${context.customer.wireId}/sale/join`;
  const { body } = await room.call("POST", path, { form: { joinId: id(), code } });
  const answer: { code?: string; number?: number; line?: { lane: number } } = JSON.parse(body);
  return answer.code ?? [answer.line?.lane, answer.number];
}

describe("a code of a lane", () => {
  test("that was removed is refused, in every process, and the others lead where they led", async () => {
    const [fans, press] = [await codeOf("fans"), await codeOf("press")];
    await runWith(["main", "press"]);
    expect(await join(fans)).toBe("code-revoked");
    expect(await join(fans, second)).toBe("code-revoked");
    expect(await join(press, second)).toEqual([1, 1]);
  });

  test("that was removed and has another in its place leads into none", async () => {
    const [fans, press] = [await codeOf("fans"), await codeOf("press")];
    await runWith(["main", "club", "press"]);
    expect(await join(fans)).toBe("code-revoked");
    expect(await join(press)).toEqual([2, 1]);
    expect(await join(await codeOf("club"))).toEqual([1, 1]);
  });

  test("that stands elsewhere leads there, at once", async () => {
    const [main, fans, press] = [await codeOf("main"), await codeOf("fans"), await codeOf("press")];
    await runWith(["press", "main", "fans"]);
    expect(await Promise.all([main, fans, press].map((code) => join(code)))).toEqual([
      [1, 1],
      [2, 1],
      [0, 1],
    ]);
  });

  test("that was removed by mistake is good again once the lane is back", async () => {
    const fans = await codeOf("fans");
    await runWith(["main", "press"]);
    expect(await join(fans)).toBe("code-revoked");
    await runWith(["main", "press", "fans"]);
    expect(await join(fans)).toEqual([2, 1]);
  });

  test("leads there in each run of the event, with the uses that it has left", async () => {
    const fans = await codeOf("fans", 3);
    expect(await join(fans)).toEqual([1, 1]);
    expect(await join(fans)).toEqual([1, 2]);
    // Who stands in line is not let in, and comes again: in the lane that they had.
    await runWith(["press", "fans", "main"]);
    await runWith(["fans", "main"], "weighted");
    expect(await join(fans)).toEqual([0, 1]);
    await runWith(["main", "press"]);
    expect(await join(fans)).toBe("code-revoked");
    await runWith(["main", "press", "fans"]);
    for (const number of [1, 2, 3]) expect(await join(fans)).toEqual([2, number]);
    expect(await join(fans)).toBe("code-spent");
  });

  test("that the version before has told leads to its lane once it is told again, and to the lane of its run till then", async () => {
    const press = await codeOf("press");
    const { codes } = eventKeys(startedRef(context));
    const { hash, batchId } = await db().accessCode.findFirstOrThrow({
      where: { eventId: rowId, batch: { lane: "press" } },
    });
    const notes = [`lane:${hash}`, `lane-batch:${batchId}`, `window-batch:${batchId}`] as const;
    const forget = () => redis.hdel(codes, ...notes);
    await forget();
    expect(await join(press)).toEqual([2, 1]);
    await runWith(["main", "press", "fans"]);
    expect(await redis.hget(codes, `lane:${hash}`)).toBe("press");
    expect(await join(press)).toEqual([1, 1]);
    // The version before tells it again, as it knows it.
    await forget();
    await redis.hset(codes, hash, "0:1");
    await reconcileEvent(redis, rowId);
    expect(await join(press)).toEqual([1, 2]);
    expect(await readCodes(redis, startedRef(context), [hash])).toMatchObject([{ left: 0 }]);
  });
});
