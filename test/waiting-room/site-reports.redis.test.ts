import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Reply, startTestRoom } from "@/test/waiting-room";

const { call, cookieOf, customerId, id, joinAndWait, open, publish, turnComes } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

const answerOf = (reply: Reply) => JSON.parse(reply.body);

function tell({ settings }: Opened, what: string, body: unknown, key = "stn_key"): Promise<Reply> {
  return call("POST", `/status/${what}/${customerId}/${settings.eventId}`, {
    headers: { "content-type": "application/json", "api-key": key },
    body: JSON.stringify(body),
  });
}

async function goIn(opened: Opened) {
  const { cookie } = await joinAndWait(opened);
  return ask(opened, cookie);
}

/** Somebody with a place asks to go in as soon as they may. */
async function ask(opened: Opened, place: string) {
  await turnComes(opened, place);
  const reply = await call("POST", `${opened.base}/enter`, {
    headers: { cookie: place },
    form: { claim: id() },
  });
  return { reply, place, cookie: cookieOf(reply), status: answerOf(reply).status };
}

test("a site that says who has left lets the next one in", async () => {
  const opened = await open({ activeCap: 1 });
  const first = await goIn(opened);
  expect(first.status).toBe("admitted");
  expect((await goIn(opened)).status).toBe("wait");
  const url = new URL(answerOf(first.reply).redirectUrl);
  const queueId = /~q_([^~]+)~/.exec(url.searchParams.get("queueittoken") ?? "")?.[1] ?? "";
  const over = await tell(opened, "activity", { over: [queueId] });
  expect(answerOf(over)).toEqual({ seatsTaken: 0, activeCap: 1, refused: [] });
  const active = await tell(opened, "activity", { active: [queueId] });
  expect(answerOf(active)).toEqual({ seatsTaken: 1, activeCap: 1, refused: [] });
});

test("the end of a visit at the site frees the seat of that visitor only", async () => {
  const opened = await open({ activeCap: 1 });
  const first = await goIn(opened);
  await call("GET", `/cancel/${customerId}/${opened.settings.eventId}`);
  expect(answerOf(await tell(opened, "activity", {}))).toMatchObject({ seatsTaken: 1 });
  await call("GET", `/cancel/${customerId}/${opened.settings.eventId}`, {
    headers: { cookie: first.cookie },
  });
  expect(answerOf(await tell(opened, "activity", {}))).toMatchObject({ seatsTaken: 0 });
});

test("stock and grants are set, added to and taken away", async () => {
  const opened = await open();
  expect(answerOf(await tell(opened, "stock", { left: 7 }))).toEqual({ left: 7 });
  expect(answerOf(await tell(opened, "stock", { left: null }))).toEqual({ left: null });
  expect(answerOf(await tell(opened, "grants", { slots: 5 }))).toEqual({ left: 5 });
  expect(answerOf(await tell(opened, "grants", { slots: 9, ceiling: 12 }))).toEqual({ left: 12 });
  expect(answerOf(await tell(opened, "grants", { slots: null }))).toEqual({ left: null });
});

test("what was sold is told by visitor, and the rest of their units goes to the next", async () => {
  const opened = await open({ unitsPerAdmission: 4 });
  const told = await tell(opened, "stock", { units: 5 });
  expect(answerOf(told)).toEqual({ units: 5, left: 5, reserved: 0, sold: [] });
  const first = await goIn(opened);
  expect(first.status).toBe("admitted");
  const token = new URL(answerOf(first.reply).redirectUrl).searchParams.get("queueittoken") ?? "";
  const q = /~q_([^~]+)~/.exec(token)?.[1] ?? "";
  const second = await goIn(opened);
  expect(second.status).toBe("wait");
  for (const _ of [1, 2]) {
    const sold = await tell(opened, "stock", { sold: [{ q, units: 1 }] });
    expect(answerOf(sold)).toEqual({ units: 4, left: 4, reserved: 0, sold: [q] });
  }
  expect((await ask(opened, second.place)).status).toBe("admitted");
  const all = await tell(opened, "stock", { units: 0, sold: [{ q, units: 1 }] });
  expect(answerOf(all)).toMatchObject({ units: 0, left: 0, reserved: 4 });
  const late = await joinAndWait(opened);
  await turnComes(opened, late.cookie);
  const status = await call("GET", `${opened.base}/status`, { headers: { cookie: late.cookie } });
  expect(answerOf(status).line).toMatchObject({ soldOut: true });
});

test("sales of an event whose stock is not counted are not taken", async () => {
  const opened = await open();
  const sold = await tell(opened, "stock", { sold: [{ q: "someone", units: 1 }] });
  expect(answerOf(sold)).toEqual({ units: null, left: null, reserved: 0, sold: [] });
});

test("an inlet replaces the one before it", async () => {
  const opened = await open();
  const inlet = { type: "custom" };
  expect(answerOf(await tell(opened, "inlet", { inlet }))).toEqual({ inlet });
  expect((await goIn(opened)).status).toBe("wait");
  expect(answerOf(await tell(opened, "inlet", { inlet: null }))).toEqual({ inlet: null });
  expect((await goIn(opened)).status).toBe("admitted");
});

test.each([
  ["stock", {}, "stn_key", 400],
  ["stock", { left: -1 }, "stn_key", 400],
  ["stock", { left: 1.5 }, "stn_key", 400],
  ["stock", [], "stn_key", 400],
  ["stock", { units: null }, "stn_key", 400],
  ["stock", { units: 5, left: 5 }, "stn_key", 400],
  ["stock", { sold: [] }, "stn_key", 400],
  ["stock", { sold: "all" }, "stn_key", 400],
  ["stock", { sold: [null] }, "stn_key", 400],
  ["stock", { sold: [{ q: "a", units: -1 }] }, "stn_key", 400],
  ["stock", { sold: [{ q: "a b", units: 1 }] }, "stn_key", 400],
  ["stock", { sold: Array.from({ length: 1_001 }, () => null) }, "stn_key", 413],
  ["grants", { slots: "many" }, "stn_key", 400],
  ["activity", { over: ["a b"] }, "stn_key", 400],
  ["activity", { over: "abc" }, "stn_key", 400],
  ["activity", { over: Array.from({ length: 1_001 }, () => "a") }, "stn_key", 413],
  ["activity", { used: [{ e: "another", q: "a", h: "0".repeat(16) }] }, "stn_key", 400],
  ["activity", { used: "all" }, "stn_key", 400],
  ["activity", { used: [null] }, "stn_key", 400],
  ["activity", { used: Array.from({ length: 1_001 }, () => null) }, "stn_key", 413],
  ["activity", { failOpen: -1 }, "stn_key", 400],
  ["activity", { instance: "a b" }, "stn_key", 400],
  ["stock", { left: 7 }, "another", 401],
  ["inlet", { inlet: { type: "fixed-rate", perMinute: 0 } }, "stn_key", 400],
  ["inlet", { inlet: { type: "periodic", incrementBy: 1, intervalSeconds: 5 } }, "stn_key", 400],
  ["inlet", { inlet: { type: "tap" } }, "stn_key", 400],
  ["inlet", {}, "stn_key", 400],
])("%s %j with %s is refused with %i", async (what, body, key, status) => {
  const opened = await open();
  expect((await tell(opened, what, body, key)).status).toBe(status);
});

test("who has no key learns nothing of what is wrong with the body", async () => {
  const { settings } = await open();
  const path = `/status/stock/${customerId}/${settings.eventId}`;
  for (const body of ["{", "x".repeat(300_000)]) {
    const statuses = [];
    for (const key of ["another", "stn_key"]) {
      const headers = { "content-type": "application/json", "api-key": key };
      statuses.push((await call("POST", path, { headers, body })).status);
    }
    expect(statuses).toEqual([401, body === "{" ? 400 : 413]);
  }
});

test("a key does what its scopes name and nothing else, and nothing after its end", async () => {
  const opened = await open();
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const keys = (["pull", "report", "manage"] as const).map((scope) => ({
    id: scope,
    hash: hash(scope),
    scopes: [scope],
    expiresAtMs: null,
  }));
  const over = { id: "over", hash: hash("over"), scopes: ["manage"], expiresAtMs: 1 } as const;
  await publish({ apiKeys: [...keys, over] });
  const calls = {
    pull: (key: string) =>
      call("GET", `/status/integrationconfig/secure/${customerId}`, {
        headers: { "api-key": key },
      }),
    report: (key: string) => tell(opened, "activity", {}, key),
    manage: (key: string) => tell(opened, "stock", { left: 0 }, key),
    grants: (key: string) => tell(opened, "grants", { slots: null }, key),
    inlet: (key: string) => tell(opened, "inlet", { inlet: null }, key),
  };
  for (const [name, ask] of Object.entries(calls)) {
    const needed = name === "pull" || name === "report" ? name : "manage";
    for (const key of ["pull", "report", "manage"]) {
      const reply = await ask(key);
      if (key === needed) expect(reply.status).toBe(200);
      else {
        expect(reply.status).toBe(403);
        expect(answerOf(reply)).toMatchObject({ code: "scope-missing", scope: needed });
      }
    }
    expect(answerOf(await ask("over"))).toMatchObject({ code: "api-key-expired" });
    expect(answerOf(await ask("other"))).toMatchObject({ code: "api-key-refused" });
  }
});
