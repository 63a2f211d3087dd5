import { expect, test } from "vitest";
import type { SessionCookie } from "../src/core/index.ts";
import { createActivityReporter, createConnector, type HttpRequest } from "../src/host/index.ts";
import { configText } from "./conformance/world.ts";
import { cookieHeader, hmac, mint, SECRET, seal } from "./fixtures.ts";

const RUNTIME = {
  name: "stanchion-test",
  version: "1.0.0",
  platform: "test",
  fetch: () => Promise.reject(new Error("Nothing is pulled")),
  hmac,
};
const FIRST = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e01";
const SECOND = "3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e02";

type Answer = (body: string) => Response | Error;

/** A site that reports to `answers`, one after the other; the last one stays. */
function siteThatReports(...answers: readonly [Answer, ...Answer[]]) {
  const sent: { path: string; body: string }[] = [];
  const problems: string[] = [];
  const activity = createActivityReporter({
    activityUrl: "https://room.example/status/activity/acme",
    apiKey: "key-1",
    intervalSeconds: 0.01,
    onProblem: ({ message }) => problems.push(message),
    fetch: async (url: string, { body = "" }: HttpRequest) => {
      const answer = (answers[sent.length] ?? answers.at(-1))?.(body) ?? new Error("No answer");
      sent.push({ path: new URL(url).pathname, body });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const open = (config: object | undefined) =>
    createConnector(
      { customerId: "acme", secrets: [SECRET], failOpen: true, config, activity },
      RUNTIME,
    );
  const connector = open(JSON.parse(configText()));
  const visit = (path: string, cookie = "") =>
    connector.check({
      url: `https://shop.example${path}`,
      method: "GET",
      header: (name) => (name === "cookie" ? cookie : undefined),
    });
  return {
    activity,
    sent,
    problems,
    open,
    comeIn: (queueId: string, eventId = "sale") =>
      visit(`/tickets?queueittoken=${freshToken(queueId, eventId)}`),
    comeToSeveral: (queueId: string) =>
      visit(`/several?queueittoken=${freshToken(queueId, "early")}`),
    leave: (queueId: string) => visit("/leave", cookieHeader(freshSession({ queueId }))),
    report: () => activity.sendIfDue(Number.MAX_SAFE_INTEGER),
    bodies: () => sent.map(({ body }) => JSON.parse(body)),
  };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const freshToken = (queueId: string, eventId: string): string =>
  mint({ queueId, eventId, expiresUnixSeconds: nowSeconds() + 60 });
const freshSession = (changes: Partial<SessionCookie>): string =>
  seal({ issuedUnixSeconds: nowSeconds(), ...changes });

const heard: Answer = () => new Response('{"refused":[]}');
const lost: Answer = () => new Error("The reply was lost");
const status =
  (code: number): Answer =>
  () =>
    new Response("", { status: code });

test("a report whose reply was lost is repeated byte for byte, and only then what came since", async () => {
  const site = siteThatReports(lost, heard);
  await site.comeIn(FIRST);
  await site.report();
  await site.leave(FIRST);
  await site.comeIn(SECOND);
  await site.report();
  await site.report();
  expect(site.sent[1]).toEqual(site.sent[0]);
  const [first, , second] = site.bodies();
  expect(first).toMatchObject({ active: [FIRST], over: [], used: [{ e: "sale", q: FIRST }] });
  expect(second).toMatchObject({ active: [SECOND], over: [FIRST], used: [{ q: SECOND }] });
  expect([second.instance === first.instance, second.batch === first.batch]).toEqual([true, false]);
  expect(site.activity.counts()).toEqual({ reported: 5, dropped: 0, waiting: 0 });
  expect(site.sent).toHaveLength(3);
});

test("a visit that the site ends goes out before it is due, however many end meanwhile", async () => {
  const planned: { work: () => unknown; delayMs: number }[] = [];
  const bodies: string[] = [];
  const activity = createActivityReporter({
    activityUrl: "https://room.example/status/activity/acme",
    apiKey: "key-1",
    intervalSeconds: 10,
    fetch: async (_url: string, { body = "" }: HttpRequest) => {
      bodies.push(body);
      return new Response('{"refused":[]}');
    },
    schedule: (work, delayMs) => {
      const plan = { work, delayMs };
      planned.push(plan);
      return () => void planned.splice(planned.indexOf(plan), 1);
    },
  });
  expect(planned.map(({ delayMs }) => delayMs > 8_000)).toEqual([true]);
  activity.recordEnd?.([{ eventId: "sale", queueId: FIRST }]);
  const urgent = planned[0];
  activity.recordEnd?.([{ eventId: "sale", queueId: SECOND }]);
  // The second does not put the report off.
  expect(planned).toEqual([urgent]);
  expect(urgent?.delayMs).toBeLessThan(1_000);
  await urgent?.work();
  expect(bodies.map((body) => JSON.parse(body).over)).toEqual([[FIRST, SECOND]]);
  expect(planned.map(({ delayMs }) => delayMs > 8_000)).toEqual([true]);
});

test("each reporter has a name of its own that the waiting room takes", async () => {
  const sites = [siteThatReports(heard), siteThatReports(heard)];
  for (const site of sites) {
    await site.comeIn(FIRST);
    await site.report();
  }
  const names = sites.map((site) => site.bodies()[0].instance);
  expect(new Set(names).size).toBe(2);
  expect(names.filter((name) => !/^[\w-]{8,64}$/.test(name))).toEqual([]);
});

test("who was let through without rules is counted with the next report, once", async () => {
  const site = siteThatReports(lost, heard);
  const early = site.open(undefined);
  const request = { url: "https://shop.example/tickets", method: "GET", header: () => undefined };
  for (let visitor = 0; visitor < 3; visitor += 1) await early.check(request);
  expect(site.report()).toBeNull();
  await site.comeIn(FIRST);
  await site.report();
  await site.comeIn(SECOND);
  await site.report();
  await site.report();
  expect(site.bodies().map(({ failOpen }) => failOpen)).toEqual([3, 3, 0]);
});

test("an event whose reports fail does not hold up another", async () => {
  const site = siteThatReports(lost, heard);
  await site.comeIn(FIRST);
  await site.comeToSeveral(SECOND);
  await site.report();
  expect(site.sent.map(({ path }) => path)).toEqual([
    "/status/activity/acme/sale",
    "/status/activity/acme/early",
  ]);
  expect(site.activity.counts()).toMatchObject({ reported: 2, waiting: 2 });
});

test.each([400, 404, 413])(
  "a report that is refused for what it says (%i) is given up",
  async (code) => {
    const site = siteThatReports(status(code), heard);
    await site.comeIn(FIRST);
    await site.report();
    expect(site.activity.counts()).toEqual({ reported: 0, dropped: 2, waiting: 0 });
    await site.comeIn(SECOND);
    await site.report();
    expect(site.bodies()[1]).toMatchObject({ active: [SECOND] });
  },
);

test.each([401, 429, 500, 503])("a report that may go through later (%i) is kept", async (code) => {
  const site = siteThatReports(status(code), heard);
  await site.comeIn(FIRST);
  await site.report();
  await site.report();
  expect(site.sent[1]).toEqual(site.sent[0]);
  expect(site.problems).toEqual([`The report was answered ${code}`]);
  expect(site.activity.counts()).toEqual({ reported: 2, dropped: 0, waiting: 0 });
});

test("a report that the runtime has dropped is repeated, and an answer that comes after all counts once", async () => {
  const answerLate: ((answer: Response) => void)[] = [];
  const bodies: string[] = [];
  const activity = createActivityReporter({
    activityUrl: "https://room.example/status/activity/acme",
    apiKey: "key-1",
    timeoutMs: 1000,
    fetch: (_url, { body = "" }) => {
      bodies.push(body);
      if (bodies.length > 1) return Promise.resolve(new Response('{"refused":[]}'));
      return new Promise((resolve) => answerLate.push(resolve));
    },
  });
  const connector = createConnector(
    {
      customerId: "acme",
      secrets: [SECRET],
      failOpen: true,
      config: JSON.parse(configText()),
      activity,
    },
    RUNTIME,
  );
  const url = `https://shop.example/tickets?queueittoken=${freshToken(FIRST, "sale")}`;
  await connector.check({ url, method: "GET", header: () => undefined });
  const dropped = activity.sendIfDue(Date.now());
  expect(activity.sendIfDue(Date.now() + 2000)).toBeNull();
  await activity.sendIfDue(Date.now() + 4000);
  expect(bodies[1]).toBe(bodies[0]);
  answerLate[0]?.(new Response('{"refused":[]}'));
  await dropped;
  expect(activity.counts()).toEqual({ reported: 2, dropped: 0, waiting: 0 });
});
