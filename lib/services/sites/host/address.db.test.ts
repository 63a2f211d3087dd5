import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readCustomerHosts, writeCustomerHosts } from "@/lib/line/commands/customer-hosts";
import { connectRedis, waitForRedis } from "@/lib/line/redis";
import { askOutside } from "@/lib/platform/outgoing/ask-outside";
import type { ServiceContext } from "@/lib/services/ground/context";
import { createCertificate } from "@/test/certificates";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  withBrokenAudit,
} from "@/test/customer";
import { startDnsServer, type TestRecords } from "@/test/dns-server";
import { testRedisUrl } from "@/test/redis";
import { expectRefused } from "@/test/refusals";
import { addHost } from "./add";
import { checkHost } from "./check";
import type { HostView } from "./host-view";
import type { ProofWays } from "./inner/find-proof";
import { listHosts } from "./list";
import { publishHosts } from "./publish";
import { recheckHosts } from "./recheck";
import { removeHost } from "./remove";

const HOUR_MS = 3_600_000;
/** Names of this machine: without leave nothing is asked there, so that a test says what is reachable. */
const BELOW = ".shop.localhost";

const redis = connectRedis(testRedisUrl());
const records: TestRecords = new Map();
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let ways: ProofWays;
let context: ServiceContext;
let other: ServiceContext;

beforeAll(async () => {
  await waitForRedis(redis, 10_000);
  dns = await startDnsServer(records);
  ways = { readTxt: dns.readTxt, ask: askOutside };
});
beforeEach(async () => {
  records.clear();
  await db().customerHost.deleteMany({ where: { host: { endsWith: BELOW } } });
  [context, other] = await Promise.all([createTestCustomer(), createTestCustomer()]);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await dns.close();
  redis.disconnect();
  await disconnectDb();
});

const newHost = () => `h${crypto.randomUUID().slice(0, 8)}${BELOW}`;
const add = (host = newHost(), by = context) => addHost(by, { host });
const check = ({ id }: HostView, by = context) => checkHost(by, { hostId: id }, ways);
const prove = ({ dns: { name, value } }: HostView) => records.set(name, ["v=spf1 -all", value]);
const rowOf = ({ id }: HostView) => db().customerHost.findUniqueOrThrow({ where: { id } });

/** A host that has shown its proof by DNS. */
async function addVerified(by = context): Promise<HostView> {
  const host = await add(newHost(), by);
  prove(host);
  return check(host, by);
}

describe("a customer's hosts", () => {
  test("are added, listed by name and removed, and each is audited", async () => {
    const zoo = await add(`zoo${BELOW}`);
    const bar = await add(` BAR${BELOW}. `);
    expect(bar).toMatchObject({ host: `bar${BELOW}`, isVerified: false, lastCheckedAt: null });
    expect(bar.dns.name).toBe(`_stanchion.bar${BELOW}`);
    expect(bar.token).not.toBe(zoo.token);
    expect(await listHosts(context)).toEqual([bar, zoo]);
    await removeHost(context, { hostId: zoo.id });
    expect(await listHosts(context)).toEqual([bar]);
    expect(await auditSentences(context)).toEqual([
      `Ana added the host zoo${BELOW}`,
      `Ana added the host bar${BELOW}`,
      `Ana removed the host zoo${BELOW}`,
    ]);
  });

  test("are nobody else's business", async () => {
    const host = await add();
    prove(host);
    expect(await listHosts(other)).toEqual([]);
    const attempts = [check(host, other), removeHost(other, { hostId: host.id })];
    await expectRefused(attempts, "not_found");
    expect(await rowOf(host)).toMatchObject({ verifiedHost: null, lastCheckedAt: null });
  });

  test("are read by viewers and changed by those who may change the customer", async () => {
    const host = await add();
    prove(host);
    const viewer = await addTestMember(context, "viewer", "Vera");
    expect(await listHosts(viewer)).toEqual([host]);
    const attempts = [add(newHost(), viewer), check(host, viewer)];
    await expectRefused([...attempts, removeHost(viewer, { hostId: host.id })], "forbidden");
    expect(await listHosts(context)).toEqual([host]);
  });

  test("are twenty at most, also when they are added at the same moment", async () => {
    const adding = await Promise.allSettled(Array.from({ length: 22 }, () => add()));
    const refused = adding.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(refused).toEqual(["limit_exceeded", "limit_exceeded"]);
    expect(await listHosts(context)).toHaveLength(20);
    await add(newHost(), other);
  });

  test("stand once each, and are refused at their field with the reason", async () => {
    const { host } = await add();
    await expect(add(host.toUpperCase())).rejects.toMatchObject({
      code: "invalid",
      fields: { host: "This domain is already in the list." },
    });
    await expect(add("https://line.shop.example/")).rejects.toMatchObject({
      issues: [{ path: ["host"], message: expect.stringContaining("only the host") }],
    });
  });

  test("of the installation are refused", async () => {
    vi.stubEnv("WAITING_ROOM_URL", "https://room.example.net");
    vi.stubEnv("QUEUE_DOMAIN", "queue.example.net");
    vi.stubEnv("WAITING_ROOM_DOMAIN", "line.example.net");
    for (const host of ["room.example.net", "queue.example.net.", "other.line.example.net"])
      await expect(add(host)).rejects.toMatchObject({
        issues: [{ message: "This host belongs to the installation." }],
      });
  });

  test("are not stored when the audit row cannot be", async () => {
    await expect(add(newHost(), withBrokenAudit(context))).rejects.toThrow();
    const kept = await addVerified();
    const broken = withBrokenAudit(context);
    await expect(removeHost(broken, { hostId: kept.id })).rejects.toThrow();
    expect(await listHosts(context)).toEqual([kept]);
  });
});

describe("a proof by DNS", () => {
  test("makes a host the customer's, once in the audit log", async () => {
    const host = await add();
    await expect(check(host)).rejects.toMatchObject({ code: "precondition_failed" });
    expect((await rowOf(host)).lastCheckedAt).not.toBeNull();
    prove(host);
    const verified = await check(host);
    expect(verified).toMatchObject({ isVerified: true, failures: 0 });
    const again = await check(host);
    expect(again.verifiedAt).toBe(verified.verifiedAt);
    expect((await auditSentences(context)).filter((text) => text.includes("verified"))).toEqual([
      `Ana verified the host ${host.host}`,
    ]);
  });

  test.each([
    ["of another token", () => [`stanchion-host=${"0".repeat(40)}`]],
    ["that only begins with it", ({ dns }: HostView) => [`${dns.value}0`]],
    ["that has it somewhere", ({ dns }: HostView) => [`x ${dns.value}`]],
    ["without a text", () => []],
  ])("is not a record %s", async (_name, texts) => {
    const host = await add();
    records.set(host.dns.name, texts(host));
    await expect(check(host)).rejects.toMatchObject({ code: "precondition_failed" });
  });

  test("is not one of a host beside it, nor another customer's for the same host", async () => {
    const [mine, beside] = [await add(), await add()];
    records.set(mine.dns.name, [beside.dns.value]);
    const theirs = await add(mine.host, other);
    await expectRefused([check(mine), check(theirs, other)], "precondition_failed");
  });

  test("that could not be looked for is said to be so", async () => {
    const host = await add();
    records.set(host.dns.name, "fails");
    await expectRefused([check(host)], "unavailable");
    expect((await rowOf(host)).verifiedHost).toBeNull();
  });
});

describe("a proof by a file", () => {
  async function serve(host: HostView, text: string, status = 200) {
    const asked: string[] = [];
    const server = createServer(await createCertificate({ hosts: [host.host] }));
    server.on("request", (request, response) => {
      asked.push(`${request.headers.host?.split(":")[0]}${request.url}`);
      response.writeHead(status).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo;
    // The guarded way itself; only the port is this server's.
    const ask: typeof askOutside = (request) =>
      askOutside({ ...request, url: request.url.replace(host.host, `${host.host}:${port}`) });
    const look = () => checkHost(context, { hostId: host.id }, { readTxt: dns.readTxt, ask });
    return { asked, look, close: () => server.close() };
  }
  const allow = () => {
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", `*${BELOW}`);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  };

  test("makes a host the customer's", async () => {
    allow();
    const host = await add();
    const site = await serve(host, `${host.token}\n`);
    expect(await site.look()).toMatchObject({ isVerified: true });
    expect(site.asked).toEqual([`${host.host}/.well-known/stanchion-host`]);
    site.close();
  });

  test.each([
    ["another text", () => "no", 200],
    ["a longer text", ({ token }: HostView) => `<p>${token}</p>`, 200],
    ["a page of any length", ({ token }: HostView) => token + " ".repeat(2_000), 200],
    ["an error", ({ token }: HostView) => token, 404],
  ])("is not %s", async (_name, text, status) => {
    allow();
    const host = await add();
    const site = await serve(host, text(host), status);
    await expectRefused([site.look()], "precondition_failed");
    expect(site.asked).toHaveLength(1);
    site.close();
  });

  test("is not looked for in this network, nor behind a certificate of anybody", async () => {
    const host = await add();
    const site = await serve(host, host.token);
    await expectRefused([site.look()], "precondition_failed");
    vi.stubEnv("ALLOWED_PRIVATE_HOSTS", `*${BELOW}`);
    await expectRefused([site.look()], "precondition_failed");
    expect(site.asked).toEqual([]);
    site.close();
  });
});

describe("a host that two customers name", () => {
  test("is nobody's until one shows its proof, and then cannot be taken", async () => {
    const mine = await add();
    const theirs = await add(mine.host, other);
    prove(theirs);
    await check(theirs, other);
    prove(mine);
    await expect(check(mine)).rejects.toMatchObject({
      code: "precondition_failed",
      message: expect.stringContaining("belongs to another customer"),
    });
    await removeHost(other, { hostId: theirs.id });
    expect(await check(mine)).toMatchObject({ isVerified: true });
  });

  test("goes to one of them when both show their proofs at the same moment", async () => {
    const mine = await add();
    const theirs = await add(mine.host, other);
    records.set(mine.dns.name, [mine.dns.value, theirs.dns.value]);
    const results = await Promise.allSettled([check(mine), check(theirs, other)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toEqual([
      expect.objectContaining({
        code: "precondition_failed",
        message: expect.stringContaining("belongs to another customer"),
      }),
    ]);
    const holders = await db().customerHost.count({ where: { verifiedHost: mine.host } });
    expect(holders).toBe(1);
  });
});

describe("a verified host is looked at again", () => {
  /** The same as the worker does in so many hours. */
  async function pass(hours: number) {
    const startMs = Date.now();
    let lost = 0;
    for (let hour = 1; hour <= hours; hour += 1)
      lost += (await recheckHosts(new Date(startMs + hour * (HOUR_MS + 1_000)), ways)).lost;
    return lost;
  }

  test("after an hour, and not before; a claim that was never shown is not", async () => {
    await add();
    const host = await addVerified();
    const soon = new Date(Date.now() + HOUR_MS - 60_000);
    expect(await recheckHosts(soon, ways)).toEqual({ checked: 0, lost: 0 });
    const later = new Date(Date.now() + HOUR_MS + 1_000);
    expect(await recheckHosts(later, ways)).toEqual({ checked: 1, lost: 0 });
    expect(await rowOf(host)).toMatchObject({ lastCheckedAt: later, failures: 0 });
  });

  test("and is lost when its proof is missing for a day, with a note", async () => {
    const host = await addVerified();
    records.clear();
    expect(await pass(23)).toBe(0);
    expect(await rowOf(host)).toMatchObject({ verifiedHost: host.host, failures: 23 });
    const last = await recheckHosts(new Date(Date.now() + 48 * HOUR_MS), ways);
    expect(last).toEqual({ checked: 1, lost: 1 });
    expect(await rowOf(host)).toMatchObject({ verifiedHost: null });
    expect((await auditSentences(context)).at(-1)).toBe(
      `The worker removed the host ${host.host} after a day without verification`,
    );
    const theirs = await add(host.host, other);
    prove(theirs);
    expect(await check(theirs, other)).toMatchObject({ isVerified: true });
  });

  test("and a proof that is there again counts as if it had never been away", async () => {
    const host = await addVerified();
    records.clear();
    await pass(23);
    prove(host);
    const found = new Date(Date.now() + 48 * HOUR_MS);
    await recheckHosts(found, ways);
    expect(await rowOf(host)).toMatchObject({ failures: 0, verifiedHost: host.host });
  });

  test("and an outage of DNS takes nothing away, however long", async () => {
    const host = await addVerified();
    records.set(host.dns.name, "fails");
    expect(await pass(30)).toBe(0);
    expect(await rowOf(host)).toMatchObject({ failures: 0, verifiedHost: host.host });
  });

  test("also while its customer keeps asking by hand", async () => {
    const host = await addVerified();
    records.clear();
    const before = await rowOf(host);
    await expectRefused([check(host)], "precondition_failed");
    expect(await rowOf(host)).toEqual(before);
  });
});

describe("waiting rooms are told", () => {
  const told = async (by = context) =>
    [...(await readCustomerHosts(redis))].flatMap(([host, wireId]) =>
      wireId === by.customer.wireId ? [host] : [],
    );

  test("verified hosts and no others, once, and again after Redis lost them", async () => {
    const host = await addVerified();
    await add();
    const theirs = await addVerified(other);
    expect(await publishHosts(redis)).toBe("written");
    expect([await told(), await told(other)]).toEqual([[host.host], [theirs.host]]);
    expect(await publishHosts(redis)).toBe("same");
    await writeCustomerHosts(redis, new Map());
    expect(await publishHosts(redis)).toBe("written");
    expect(await told()).toEqual([host.host]);
  });

  test("when one is removed or lost", async () => {
    const [removed, lost] = [await addVerified(), await addVerified()];
    await publishHosts(redis);
    expect((await told()).sort()).toEqual([removed.host, lost.host].sort());
    await removeHost(context, { hostId: removed.id });
    await db().customerHost.update({ where: { id: lost.id }, data: { failures: 23 } });
    records.clear();
    await recheckHosts(new Date(Date.now() + 2 * HOUR_MS), ways);
    expect(await publishHosts(redis)).toBe("written");
    expect(await told()).toEqual([]);
  });

  test("nothing of a customer that is being deleted", async () => {
    await addVerified();
    await publishHosts(redis);
    await db().customer.update({
      where: { id: context.customer.id },
      data: { deletingAt: new Date() },
    });
    await publishHosts(redis);
    expect(await told()).toEqual([]);
  });
});
