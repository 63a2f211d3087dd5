import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createEventKey, sealEventKey } from "@/lib/secrets/event-key";
import { parseMasterKey } from "@/lib/secrets/seal";
import { startTestRoom } from "@/test/waiting-room";
import { createPlaceSealer, newPlace } from "@/waiting-room/place/place";
import { createEventKeys } from "@/waiting-room/visit/memory/event-keys";

const newKey = () => parseMasterKey(randomBytes(32).toString("base64url"));
const [former, current] = [newKey(), newKey()];
const room = startTestRoom(current, { masters: [current, former] });

test("who waits with a place of a former key gets it sealed with the current one at the next check-in", async () => {
  const { settings, base } = await room.open();
  const lineTimeMs = (await room.context.lines.find(settings))?.lineNow() ?? 0;
  const place = newPlace({
    runId: 1,
    lane: 0,
    number: 7,
    joinedAtMs: lineTimeMs,
    queueId: crypto.randomUUID(),
  });
  const name = `stanchion_${settings.customerId}_${settings.eventId}`;
  const held = `${name}=${createPlaceSealer([former]).seal(settings, place)}`;
  const reply = await room.call("GET", `${base}/status`, { headers: { cookie: held } });
  const renewed = room.cookieOf(reply);
  expect(createPlaceSealer([current]).open(settings, renewed.slice(name.length + 1))).toEqual({
    type: "place",
    place,
    isFormer: false,
  });
  const again = await room.call("GET", `${base}/status`, { headers: { cookie: renewed } });
  expect(again.status).toBe(200);
  expect(room.cookieOf(again)).toBe("");
});

test("processes with the old and the new master key first draw with the same key", () => {
  const event = { customerId: "acme", eventId: "sale" };
  const own = createEventKey();
  const settings = { ...event, sealedKey: sealEventKey(former, event, own) };
  const before = createEventKeys([former, current]).of(settings);
  const after = createEventKeys([current, former]).of(settings);
  expect(before.bytes.equals(own.bytes)).toBe(true);
  expect(after.bytes.equals(own.bytes)).toBe(true);
  const resealed = { ...event, sealedKey: sealEventKey(current, event, own) };
  expect(createEventKeys([current]).of(resealed).bytes.equals(own.bytes)).toBe(true);
});
