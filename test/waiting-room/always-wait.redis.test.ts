import { beforeEach, expect, test } from "vitest";
import type { AdmissionSetting } from "@/lib/domain/admission/admission-setting";
import type { EventSettings } from "@/lib/domain/event/settings";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const { call, cookieOf, customerId, id, open, publish, redis, turnComes } = startTestRoom();

const html = { accept: "text/html", "sec-fetch-mode": "navigate" };
const byRule = (name: string) => `&man=${encodeURIComponent(name)}`;

/** A dormant event with a slot. */
async function openDormant(overrides: Partial<EventSettings> = {}) {
  const opened = await open(overrides);
  await call("GET", `${opened.base}/1/line.json`);
  await passTime(redis, opened.settings, 900);
  const ask = (query: string, cookie = "") =>
    call("GET", `${opened.page}${query}`, { headers: { ...html, cookie } });
  return { opened, ask };
}

test("a visitor of a rule that always waits sees the page of a dormant event, joins and is let in", async () => {
  const { opened, ask } = await openDormant();
  const page = await ask(byRule("Always wait"));
  expect(page.status).toBe(200);
  const line = `wr:{${customerId}:${opened.settings.eventId}}:line`;
  expect(await redis.hget(line, "last")).toBe("0");
  const joined = await call("POST", `${opened.base}/join`, { form: { joinId: id() } });
  expect(JSON.parse(joined.body)).toMatchObject({ status: "waiting", number: 1 });
  const cookie = cookieOf(joined);
  await turnComes(opened, cookie);
  const entered = await call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: id() },
  });
  const { status, redirectUrl } = JSON.parse(entered.body);
  expect(status).toBe("admitted");
  expect(redirectUrl).toContain("~rt_queue~");
});

const RULES = {
  config: '{"Version":4,"Integrations":[{"Name":"Always wait"},{"Name":"Tickets"}]}',
  alwaysWaitRules: ["Always wait"],
};

beforeEach(() => publish(RULES));

test("a visitor of a published rule without the option goes straight in", async () => {
  const { ask } = await openDormant();
  const reply = await ask(byRule("Tickets"));
  expect(reply.status).toBe(302);
  expect(reply.headers.location).toContain("~rt_safetynet~");
});

test.each([
  "",
  byRule(""),
  byRule("Before the rename"),
  byRule("unspecified"),
  byRule("always wait"),
])(
  "where a rule has the option, a visitor of no published rule sees the page: %s",
  async (query) => {
    const { ask } = await openDormant();
    expect((await ask(query)).status).toBe(200);
  },
);

test("… also while nothing is published", async () => {
  await publish({ ...RULES, config: null });
  const { ask } = await openDormant();
  expect((await ask(byRule("Tickets"))).status).toBe(200);
});

test.each(["", byRule("Tickets"), byRule("unspecified")])(
  "where no rule has the option, everybody goes straight in: %s",
  async (query) => {
    await publish({ ...RULES, alwaysWaitRules: [] });
    const { ask } = await openDormant();
    expect((await ask(query)).status).toBe(302);
  },
);

test("whoever was let in already does not wait again", async () => {
  const { ask } = await openDormant();
  const first = await ask(byRule("Tickets"));
  const again = await ask(byRule("Always wait"), cookieOf(first));
  expect(again.headers.location).toBe(first.headers.location);
});

test("in an event that admits by lottery the rule's visitors get the line instead", async () => {
  const admission: AdmissionSetting = {
    share: { type: "percentage", percent: 100 },
    holdSeconds: 60,
    identity: { by: "browser" },
  };
  const { ask } = await openDormant({ admission });
  const page = await ask(byRule("Always wait"));
  expect(page.status).toBe(200);
  expect(page.headers["refresh"]).toBeUndefined();
  expect((await ask(byRule("Tickets"))).status).toBe(302);
});

test("the way back from a refused token keeps the rule that sent the visitor", async () => {
  const { opened } = await openDormant();
  const path = `/error/hash/${opened.page.slice(1)}${byRule("Always wait")}`;
  const reply = await call("GET", path, { headers: html });
  expect(reply.body).toContain("man=Always+wait");
});
