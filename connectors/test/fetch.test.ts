import { expect, test, vi } from "vitest";
import { createFetchConnector, waitForFirstConfig } from "../src/adapters/fetch/index.ts";
import { importExample } from "./bundle.ts";
import { configText } from "./conformance/world.ts";
import { SECRET } from "./fixtures.ts";

interface Example {
  readonly handle: (request: Request, clientIp: string) => Promise<Response>;
}

const REQUEST = new Request("https://shop.example/tickets");
const OPTIONS = {
  customerId: "acme",
  secrets: [SECRET],
  apiKey: "key-1",
  configUrl: "https://room.example.com/status/integrationconfig/secure/acme",
  failOpen: false,
} as const;
const site = () => new Response("You are in.");

function answerPull(delayMs: number) {
  return vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return new Response(configText());
  });
}

test("the example of the page works as it stands", async () => {
  vi.stubEnv("STANCHION_SECRET", SECRET);
  vi.stubEnv("STANCHION_API_KEY", "key-1");
  const pull = answerPull(0);
  vi.stubGlobal("fetch", pull);
  // The page exports this function.
  const { handle } = (await importExample("fetch")) as unknown as Example;
  expect((await handle(REQUEST, "203.0.113.9")).status).toBe(302);
  expect(pull).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test("nothing is fetched before the first request, and requests do not wait for it", async () => {
  const pull = answerPull(50);
  const connector = createFetchConnector({ ...OPTIONS, fetch: pull });
  expect(pull).not.toHaveBeenCalled();
  const background: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>): void => void background.push(work);
  expect((await connector.handle(REQUEST, site, { waitUntil })).status).toBe(503);
  await Promise.all(background);
  expect((await connector.handle(REQUEST, site, { waitUntil })).status).toBe(302);
  expect(pull).toHaveBeenCalledTimes(1);
});

test("the first requests may wait for rules, but not for ever", async () => {
  const patient = createFetchConnector({
    ...OPTIONS,
    fetch: answerPull(20),
    firstConfig: waitForFirstConfig(30_000),
  });
  expect((await patient.handle(REQUEST, site)).status).toBe(302);
  const never = () => new Promise<Response>(() => undefined);
  const hurried = createFetchConnector({
    ...OPTIONS,
    fetch: never,
    firstConfig: waitForFirstConfig(20),
  });
  expect((await hurried.handle(REQUEST, site)).status).toBe(503);
});
