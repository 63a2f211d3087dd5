import { expect, test } from "vitest";
import { hmacSha256Hex } from "@/connectors/src/core";
import { createActivityReporter, createConnector } from "@/connectors/src/host";
import { buildIntegrationConfig } from "@/lib/domain/integration-config/build";
import { readReportTotals } from "@/lib/line/commands/redemptions";
import { queueRule } from "@/test/public-connector/public-site";
import { startTestRoom } from "@/test/waiting-room";

const { call, customerId, id, joinAndWait, open, redis, secret, turnComes } = startTestRoom();

type Opened = Awaited<ReturnType<typeof open>>;

/** Where a visitor is sent once the line lets them in. */
async function passThroughLine(opened: Opened): Promise<string> {
  const { cookie } = await joinAndWait(opened);
  await turnComes(opened, cookie);
  const form = { claim: id() };
  const entered = await call("POST", `${opened.base}/enter`, { headers: { cookie }, form });
  return JSON.parse(entered.body).redirectUrl;
}

/** One process of a site with our connector; of its first reports so many replies get lost. */
function startProcess(opened: Opened, { lostReplies = 0 } = {}) {
  let replies = 0;
  const activity = createActivityReporter({
    activityUrl: `http://room.test/status/activity/${customerId}`,
    apiKey: "stn_key",
    fetch: async (url, { method, headers, body = "" }) => {
      const reply = await call(method, new URL(url).pathname, { headers: { ...headers }, body });
      replies += 1;
      if (replies <= lostReplies) throw new Error("The reply was lost");
      return new Response(reply.body, { status: reply.status });
    },
  });
  const config = buildIntegrationConfig({
    customer: { customerId, name: "Test" },
    rules: [queueRule(opened, "/tickets")],
    events: [opened.settings],
    version: 1,
    publishDate: new Date(),
    queueDomain: "room.test",
  });
  const runtime = {
    name: "stanchion-test",
    version: "1.0.0",
    platform: "test",
    fetch: () => Promise.reject(new Error("Nothing is pulled")),
    hmac: hmacSha256Hex,
  };
  const common = { customerId, secrets: [secret], failOpen: true, activity } as const;
  const connector = createConnector({ ...common, config }, runtime);
  const withoutRules = createConnector(common, runtime);
  const ask = (asked: typeof connector, url: string) =>
    asked.check({ url, method: "GET", header: () => undefined });
  return {
    visit: (url: string) => ask(connector, url),
    visitWithoutRules: (url: string) => ask(withoutRules, url),
    report: () => activity.sendIfDue(Number.MAX_SAFE_INTEGER),
    isRefused: activity.isRefused,
  };
}

const queueIdOf = (url: string) => /~q_([^~]+)~/.exec(url)?.[1] ?? "";

test("a lost reply turns no first use into a second one, and counts nothing twice", async () => {
  const opened = await open({ activeCap: 5 });
  const process = startProcess(opened, { lostReplies: 2 });
  const url = await passThroughLine(opened);
  process.visitWithoutRules(url);
  process.visit(url);
  for (let time = 0; time < 4; time += 1) await process.report();
  expect(process.isRefused(queueIdOf(url))).toBe(false);
  expect(await readReportTotals(redis, opened.settings)).toMatchObject({
    used: 1,
    refused: 0,
    failOpen: 1,
  });
});

test("a pass that comes in at a second process too is taken back there", async () => {
  const opened = await open({ activeCap: 5 });
  const [first, second] = [startProcess(opened), startProcess(opened)];
  const url = await passThroughLine(opened);
  first.visit(url);
  await first.report();
  second.visit(url);
  await second.report();
  const queueId = queueIdOf(url);
  expect([first.isRefused(queueId), second.isRefused(queueId)]).toEqual([false, true]);
});
