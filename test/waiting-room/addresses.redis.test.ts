import { afterAll, describe, expect, test } from "vitest";
import { readCustomerHosts, writeCustomerHosts } from "@/lib/line/commands/customer-hosts";
import { CUSTOMER_HOSTS_KEY } from "@/lib/line/keys";
import { startTestRoom } from "@/test/waiting-room";

const DOMAIN = "line.example.com";
const ours = startTestRoom(undefined, { domain: DOMAIN });
const others = startTestRoom(ours.master);
const { call, customerId, id, open, redis } = ours;
const named = `${customerId}.${DOMAIN}`;
const own = `tickets-${customerId}.example`;

afterAll(() => redis.hdel(CUSTOMER_HOSTS_KEY, own));

/** Adds the customer's own domain to what others have published, and waits until the room knows. */
async function publishOwnDomain(): Promise<void> {
  await writeCustomerHosts(
    redis,
    new Map([...(await readCustomerHosts(redis)), [own, customerId]]),
  );
  await expect.poll(() => ours.context.hosts.ownerOf(own), { timeout: 20_000 }).toBe(customerId);
}

const at = (host: string, accept = "text/html") => ({ headers: { host, accept } });

describe.each(["named", "own"])("at the customer's %s host", (kind) => {
  const host = kind === "named" ? named : own;

  test("the customer is known without being named, and joins and asks there", async () => {
    if (kind === "own") await publishOwnDomain();
    const opened = await open({ queueAll: true });
    const page = await call("GET", `/?e=${opened.settings.eventId}`, at(host));
    expect([page.status, page.body.includes(opened.base)]).toEqual([200, true]);
    const joined = await call("POST", `${opened.base}/join`, {
      headers: { host, origin: `https://${host}`, "sec-fetch-site": "same-origin" },
      form: { joinId: id() },
    });
    expect(JSON.parse(joined.body)).toMatchObject({ status: "waiting", number: 1 });
  });

  test("nothing of another customer is found", async () => {
    if (kind === "own") await publishOwnDomain();
    const theirs = await others.open();
    const { eventId, runId } = theirs.settings;
    const c = others.customerId;
    for (const path of [
      theirs.page,
      `${theirs.base}/status`,
      `${theirs.base}/${runId}/line.json`,
      `${theirs.base}/code`,
      `/?c=${c}&e=${eventId}&l=main`,
      `/error/hash/?c=${c}&e=${eventId}`,
      `/assets/theme/${c}/${"a".repeat(43)}`,
      `/assets/logo/${c}/${eventId}/abc`,
      `/draw/${c}/${eventId}/${runId}`,
      `/cancel/${c}/${eventId}`,
      `/${c}/integrationconfig/javascript/queueclientConfig.js`,
    ]) {
      const shared = await call("GET", path, at("room.test"));
      const reply = await call("GET", path, at(host));
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.body).not.toContain(theirs.settings.name);
      expect(shared.status).not.toBe(500);
    }
    const join = { headers: { host, accept: "application/json" }, form: { joinId: id() } };
    expect((await call("POST", `${theirs.base}/join`, join)).status).toBe(404);
    const app = { headers: { host, "content-type": "application/json" }, body: "{}" };
    expect((await call("POST", `/api/mobileapp/queue/${c}/${eventId}/enqueue`, app)).status).toBe(
      404,
    );
  });

  test("answers name that host, also in other writings of it", async () => {
    if (kind === "own") await publishOwnDomain();
    const opened = await open();
    const path = `/api/mobileapp/queue/${customerId}/${opened.settings.eventId}/enqueue`;
    for (const written of [host, `${host}:8443`, `${host}.`]) {
      const headers = { host: written, "content-type": "application/json" };
      const reply = await call("POST", path, { headers, body: "{}" });
      expect(new URL(JSON.parse(reply.body).QueueUrl).host).toBe(written);
    }
  });
});

test("a host that is nobody's is answered as the shared one, and named nowhere", async () => {
  const opened = await open();
  const path = `/api/mobileapp/queue/${customerId}/${opened.settings.eventId}/enqueue`;
  for (const host of [
    `${named}.evil.example`,
    `a.${named}`,
    `${customerId}-${DOMAIN}`,
    "127.0.0.1",
    "[::1]",
    "xn--e1afmkfd.example",
  ]) {
    const forged = { host, "content-type": "application/json", "x-forwarded-host": named };
    const reply = await call("POST", path, { headers: forged, body: "{}" });
    expect(new URL(JSON.parse(reply.body).QueueUrl).host).toBe("room.test");
  }
});

test("strangers' hosts do not make the room ask Redis for each", async () => {
  await ours.context.hosts.ownerOf("first.example");
  const before = await commandsOf("hgetall");
  await Promise.all(
    Array.from({ length: 2_000 }, (_, index) => ours.context.hosts.ownerOf(`h${index}.example`)),
  );
  expect((await commandsOf("hgetall")) - before).toBeLessThan(200);
});

test("a proxy hears which hosts may have a certificate", async () => {
  await publishOwnDomain();
  const asked = (host: string) => call("GET", `/health/host?domain=${host}`);
  for (const host of [named, own, own.toUpperCase()]) expect((await asked(host)).status).toBe(200);
  for (const host of ["evil.example", `nobody.${DOMAIN}`, DOMAIN, "room.test"])
    expect((await asked(host)).status).toBe(404);
  expect((await asked("a".repeat(300))).status).toBe(400);
});

test("nothing of a waiting room belongs into an index", async () => {
  const robots = await call("GET", "/robots.txt");
  expect(robots.body).toContain("Disallow: /");
  const opened = await open({ queueAll: true });
  for (const path of [opened.page, `${opened.base}/code`, "/no-such-page", "/?c=none&e=none"]) {
    const page = await call("GET", path, at("room.test"));
    expect([path, page.headers["x-robots-tag"]]).toEqual([path, "noindex, nofollow"]);
  }
});

async function commandsOf(name: string): Promise<number> {
  const stats = await redis.info("commandstats");
  return Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0);
}
