import { expect, test } from "vitest";
import { OPENING } from "@/lib/domain/line/opening";
import { startTestRoom } from "@/test/waiting-room";

const { call, id, open, redis } = startTestRoom();
/** So long before the end of the opening the first ones join. */
const REST_MS = 1_200;
const CROWD = 60;

/** An event whose pre-queue has been open for nearly all of its first seconds. */
function openInItsFirstSeconds(changes: object = {}) {
  const startAtMs = Date.now() + 900_000 - OPENING.heldMs + REST_MS;
  return open({ kind: "scheduled", startAtMs, preQueueMinutes: 15, ...changes });
}

test("who joins in the first seconds gets a number that does not follow from when", async () => {
  const { base, settings } = await openInItsFirstSeconds();
  const join = async (joinId: string) => {
    const { body } = await call("POST", `${base}/join`, { form: { joinId } });
    return JSON.parse(body).number as number;
  };
  const ids = Array.from({ length: CROWD }, id);
  const first = ids.map(join);
  // Whoever asks twice, because an answer was lost, has one number.
  const again = join(ids[0] ?? "");
  const key = `wr:{${settings.customerId}:${settings.eventId}}:line`;
  expect(await redis.hget(key, "last")).toBe("0");
  const numbers = await Promise.all(first);
  expect([...numbers].sort((a, b) => a - b)).toEqual(ids.map((_, index) => index + 1));
  expect(numbers).not.toEqual(ids.map((_, index) => index + 1));
  expect(await again).toBe(numbers[0]);
  expect(await join(id())).toBe(CROWD + 1);
});

test("a page that waits is told when the next thing begins", async () => {
  const startAtMs = Date.now() + 900_000 + 60_000;
  const { base } = await open({ kind: "scheduled", startAtMs, preQueueMinutes: 15 });
  const { body } = await call("GET", `${base}/1/line.json`);
  expect(JSON.parse(body)).toMatchObject({ phase: "before", nextAt: startAtMs - 900_000 });
  const opened = await openInItsFirstSeconds();
  const later = JSON.parse((await call("GET", `${opened.base}/1/line.json`)).body);
  expect(later).toMatchObject({ phase: "pre-queue", nextAt: opened.settings.startAtMs });
  const always = await open();
  const running = JSON.parse((await call("GET", `${always.base}/1/line.json`)).body);
  expect(running.nextAt).toBeNull();
});
