import { expect, test } from "vitest";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";
import { UNDO_MS } from "@/waiting-room/visit/place/leavers";

const HTML = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const SEATS = "https://shop.example/seats";
const room = startTestRoom();
const { call, context, id, open, redis } = room;

/** A browser without a script that waits with a number. */
async function waiting(settings: Parameters<typeof open>[0] = {}) {
  const opened = await open({ outflowPerMinute: 0, ...settings });
  await call("POST", `${opened.base}/join`, { form: { joinId: id() } });
  const jar = new Map<string, string>();
  const send = async (method: string, path: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const page = `http://room.test${opened.page}&t=${encodeURIComponent(SEATS)}`;
    const headers = { ...HTML, cookie, referer: page };
    const reply = await call(method, path, { headers, ...(form ? { form } : {}) });
    for (const cookie of reply.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  };
  const first = await send("GET", `${opened.page}&t=${encodeURIComponent(SEATS)}`);
  expect(first.status).toBe(200);
  await send("POST", `${opened.base}/join`, { joinId: id(), t: SEATS });
  const look = () => send("GET", `${opened.page}&t=${encodeURIComponent(SEATS)}`);
  const leave = (form: Record<string, string> = {}) => send("POST", `${opened.base}/leave`, form);
  return { opened, jar, look, leave, send };
}

const numberIn = (body: string) => /id="number">([^<]*)</.exec(body)?.[1];
const placeIn = (body: string) => /name="place" value="([^"]+)"/.exec(body)?.[1] ?? "";

test("whoever presses “Leave the line” is asked with the number that is lost, and keeps it until they say so", async () => {
  const { look, leave } = await waiting();
  const asked = await leave();
  expect(asked.status).toBe(200);
  expect(asked.body).toContain("Leave the line?");
  expect(asked.body).toContain("lose number 2");
  expect(asked.body).toContain(`t=${encodeURIComponent(SEATS)}`);
  expect(numberIn((await look()).body)).toBe("2");
});

test("whoever has left reads so when they come back, joins nothing, and takes the same place back for 30 s", async () => {
  const { look, leave } = await waiting();
  const left = await leave({ sure: "1" });
  expect(left.status).toBe(303);
  expect(left.headers.location).toContain(encodeURIComponent(SEATS));
  const page = await look();
  expect(page.body).toContain("You have left the line");
  expect(page.body).toMatch(/Time left to undo this: (30|29|28) seconds/);
  expect(page.body).not.toContain("<script");
  const undone = await leave({ undo: "1", place: placeIn(page.body), t: SEATS });
  expect([undone.status, undone.headers.location]).toEqual([303, left.headers.location]);
  expect(numberIn((await look()).body)).toBe("2");
});

test("a place that was taken back is not given back by the process where it was left", async () => {
  const { opened, look, leave } = await waiting();
  await leave({ sure: "1" });
  const sealed = placeIn((await look()).body);
  const line = await context.lines.find(opened.settings);
  const place = context.sealer.open(opened.settings, sealed);
  await leave({ undo: "1", place: sealed });
  if (line === null || place.type !== "place") throw new Error("There is a place.");
  await line.leave(place.place);
  expect(await line.seatEnd(place.place)).toBeGreaterThanOrEqual(0);
  expect(numberIn((await look()).body)).toBe("2");
});

test("after 30 s it is not offered, and a place that was given back does not come back", async () => {
  const { opened, look, leave } = await waiting();
  await leave({ sure: "1" });
  const sealed = placeIn((await look()).body);
  const line = await context.lines.find(opened.settings);
  const place = context.sealer.open(opened.settings, sealed);
  if (line === null || place.type !== "place") throw new Error("There is a place.");
  await line.leave(place.place);
  await passTime(redis, opened.settings, UNDO_MS);
  await line.refresh();
  const page = await look();
  expect(page.body).toContain("You have left the line");
  expect(page.body).not.toContain("Undo");
  const late = await leave({ undo: "1", place: sealed });
  expect(late.status).toBe(200);
  expect(late.body).toContain("You have left the line");
});

test("“Join the line” leads whoever has left to a new number", async () => {
  const { jar, opened, look, leave, send } = await waiting();
  await leave({ sure: "1" });
  const again = /href="([^"]*again=1)"/.exec((await look()).body)?.[1]?.replaceAll("&amp;", "&");
  const led = await send("GET", again ?? "");
  expect(led.status).toBe(302);
  expect([...jar.keys()].some((name) => name.includes("left"))).toBe(false);
  expect((await look()).body).toContain('action="/line');
  await send("POST", `${opened.base}/join`, { joinId: id(), t: SEATS });
  expect(numberIn((await look()).body)).toBe("3");
});

test("where no number is shown none is named", async () => {
  const { leave } = await waiting({ method: "random" });
  const { body } = await leave();
  expect(body).toContain("Leave the line?");
  expect(body).not.toMatch(/lose number/);
});
