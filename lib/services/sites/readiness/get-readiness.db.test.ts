import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { setMessage } from "@/lib/services/event/control/set-message";
import { updateEvent } from "@/lib/services/event/manage/update";
import { publish } from "@/lib/services/sites/publication/publish";
import { createRule } from "@/lib/services/sites/rule/create";
import { addTestMember, createCustomerWithSale, startTestEvent } from "@/test/customer";
import { queueRule } from "@/test/rules";
import { getReadiness } from "./get-readiness";
import { getStillNeeded } from "./still-needed";

const servers: Server[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(disconnectDb);

const sale = { eventId: "sale" };

async function serveShop(
  status: number,
): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    response.writeHead(status).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/tickets`, asked };
}

test("a new event lacks nearly everything, and each says what to do", async () => {
  const context = await createCustomerWithSale();
  const { url, asked } = await serveShop(200);
  await updateEvent(context, { ...sale, targetUrl: url });
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "127.0.0.1");
  const checks = await getReadiness(context, sale);
  const states = Object.fromEntries(checks.map(({ id, state }) => [id, state]));
  expect(states).toMatchObject({
    connector: "wrong",
    secret: "wrong",
    config: "wrong",
    secretAge: "unknown",
    end: "fine",
    preQueue: "fine",
    target: "fine",
    theme: "look",
    page: "fine",
    message: "fine",
    notices: "fine",
    outflow: "look",
    cap: "look",
    team: "wrong",
  });
  expect(asked).toEqual(["/tickets"]);
  for (const { state, todo } of checks) {
    if (state === "wrong" || state === "look") expect(todo?.href).toMatch(/^\//);
  }
});

test("what is put in place is seen the next time", async () => {
  const context = await createCustomerWithSale();
  await addTestMember(context, "operator", "Ben");
  await startTestEvent(context, sale);
  await createRule(context, queueRule("Tickets"));
  await publish(context);
  await updateEvent(context, { ...sale, activeCap: 12_000 });
  const { id: runId } = await db().run.findFirstOrThrow({
    where: { event: { customerId: context.customer.id } },
  });
  const hour = Math.floor(Date.now() / 3_600_000);
  const counts = Array.from({ length: 60 }, (_, minute) => (minute === 7 ? 250 : 10));
  // Two lanes and two parts of the same minute make 500 of the 600.
  await db().hourFigure.createMany({
    data: [
      { runId, lane: 0, hour, part: 1, kind: "admitted-queue", counts },
      { runId, lane: 1, hour, part: 1, kind: "admitted-queue", counts },
      { runId, lane: 0, hour, part: 1, kind: "arrivals", counts: counts.map(() => 9_999) },
    ],
  });
  const checks = await getReadiness(context, sale);
  const of = (id: string) => checks.find((check) => check.id === id);
  expect(of("secret")?.state).not.toBe("wrong");
  expect(of("config")?.state).toBe("fine");
  expect(of("cap")?.state).toBe("fine");
  expect(of("outflow")).toMatchObject({
    state: "fine",
    why: expect.stringContaining("500 of 600"),
  });
  expect(of("team")?.why).toMatch(/^2 members/);
});

test("times, secrets, message and brand are those of the event", async () => {
  const context = await createCustomerWithSale();
  await updateEvent(context, {
    ...sale,
    kind: "scheduled",
    startLocal: "2030-05-04T10:00",
    endLocal: "2030-05-04T12:00",
    preQueueMinutes: 30,
    brandColour: "#aa3300",
  });
  const owner = { customerId: context.customer.id };
  await startTestEvent(context, sale);
  const since = new Date(Date.now() - 400 * 86_400_000);
  await db().secret.updateMany({ where: owner, data: { activatedAt: since } });
  await setMessage(context, { ...sale, texts: { en: "Doors open late." } });
  const checks = await getReadiness(context, sale);
  const of = (id: string) => checks.find((check) => check.id === id);
  expect(of("opening")?.why).toBe("It opens on Sat, 4 May 2030 at 10:00 UTC.");
  expect(of("preQueue")?.why).toMatch(/^It opens on Sat, 4 May 2030 at 09:30 UTC, 30 minutes/);
  expect(of("end")?.why).toMatch(/^It ends on Sat, 4 May 2030 at 12:00 UTC\. At 600 per minute/);
  expect(of("secretAge")).toMatchObject({
    state: "look",
    why: expect.stringMatching(/^The active secret is 400 days/),
  });
  expect(of("message")?.why).toContain("“Doors open late.”");
  expect(of("theme")?.state).toBe("fine");
});

test("a target within the network is not asked", async () => {
  const context = await createCustomerWithSale();
  const { url, asked } = await serveShop(200);
  await updateEvent(context, { ...sale, targetUrl: url });
  vi.stubEnv("ALLOWED_PRIVATE_HOSTS", "");
  const checks = await getReadiness(context, sale);
  expect(checks.find(({ id }) => id === "target")?.state).toBe("wrong");
  expect(asked).toEqual([]);
});

test("another customer's event is not there", async () => {
  await createCustomerWithSale();
  const stranger = await createCustomerWithSale();
  await expect(getReadiness(stranger, { eventId: "other" })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a draft says what it still needs, and where that is done; an open event needs nothing more", async () => {
  const context = await createCustomerWithSale();
  const needed = await getStillNeeded(context, sale);
  expect(needed.map(({ id, todo }) => [id, todo?.href])).toEqual([
    ["connector", "/connectors"],
    ["secret", "/secrets"],
    ["config", "/rules/new"],
  ]);
  await startTestEvent(context, sale);
  expect(await getStillNeeded(context, sale)).toEqual([]);
});
