import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { verifyCredentials } from "@/lib/services/people/user/verify-credentials";
import { withSettings } from "@/test/event-row";
import { seedDemo } from "./seed";

let dataDirectory: string;
const env = {
  ...{ MASTER_KEY: process.env["MASTER_KEY"] ?? "", SIGN_UP: "closed" },
  ...{ CONSOLE_URL: "http://console.localhost:3000", SHOP_URL: "http://shop.localhost:3002" },
  ...{ WAITING_ROOM_URL: "http://room.localhost:3001", QUEUE_DOMAIN: "room.localhost:3443" },
};

beforeAll(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), "stanchion-seed-"));
});

afterAll(async () => {
  await rm(dataDirectory, { recursive: true });
  await disconnectDb();
});

const seed = (changes: Record<string, string> = {}) =>
  seedDemo({ dataDirectory, env: { ...env, ...changes } });
const demo = async () => {
  const { events, ...customer } = await db().customer.findUniqueOrThrow({
    where: { wireId: "demo" },
    include: { events: true, rules: true, publications: true, secrets: true, apiKeys: true },
  });
  return { ...customer, events: events.map(withSettings) };
};
const signIn = ({ email, password }: { email: string; password: string }) =>
  verifyCredentials({ email, password, address: crypto.randomUUID(), knownBrowser: null });

test("the demo is made once, stays as people changed it, and gets lost credentials back", async () => {
  const first = await seed();
  const file = path.join(dataDirectory, "demo.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(first);
  expect(first).toMatchObject({ customerId: "demo", secret: expect.stringMatching(/^.{72}$/) });
  await signIn(first);
  const made = await demo();
  expect(made.events).toMatchObject([
    {
      ...{ wireId: "demosale", status: "open", outflowPerMinute: 1_200, currentRun: 1 },
      targetUrl: "http://shop.localhost:3002/tickets",
      allowedHosts: ["shop.localhost:3002"],
    },
  ]);
  expect([made.rules, made.publications, made.secrets, made.apiKeys].map((l) => l.length)).toEqual([
    1, 1, 1, 1,
  ]);

  expect(await seed()).toEqual(first);
  expect(await demo()).toEqual(made);

  await seed({ SHOP_URL: "http://shop.localhost:4002" });
  expect((await demo()).events[0]?.targetUrl).toBe("http://shop.localhost:4002/tickets");

  await rm(file);
  const second = await seed();
  expect(second.password).not.toBe(first.password);
  expect(second.secret).not.toBe(first.secret);
  await signIn(second);
  await expect(signIn(first)).rejects.toMatchObject({ code: "unauthenticated" });
  const after = await demo();
  expect(after.apiKeys.filter((key) => key.revokedAt === null)).toHaveLength(1);
  expect(after.secrets.find((secret) => secret.active)?.hint).toBe(second.secret.slice(-4));
  expect(after.events[0]?.currentRun).toBe(1);
});
