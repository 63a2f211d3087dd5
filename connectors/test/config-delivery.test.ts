import { afterEach, expect, test, vi } from "vitest";
import { type ConnectorOptions, createConnector, type Runtime } from "../src/host/index.ts";
import { configText } from "./conformance/world.ts";
import { hmac, SECRET } from "./fixtures.ts";

const OPTIONS: ConnectorOptions = {
  customerId: "acme",
  secrets: [SECRET],
  apiKey: "key-1",
  configUrl: "https://room.example/config",
  failOpen: false,
};

function runtimeWith(fetch: Runtime["fetch"]): Runtime {
  return { name: "stanchion-test", version: "1.0.0", platform: "test", fetch };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a pull that the runtime has dropped does not keep later pulls from starting", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const answers = [new Promise<Response>(() => undefined), Promise.resolve(answerWithConfig())];
  const fetch = vi.fn(() => answers.shift() ?? Promise.reject(new Error("One pull too many")));
  const connector = createConnector({ ...OPTIONS, pullTimeoutMs: 1000 }, runtimeWith(fetch));
  expect(connector.runDueWork()).not.toBeNull();
  vi.setSystemTime(Date.now() + 2000);
  expect(connector.runDueWork()).toBeNull();
  vi.setSystemTime(Date.now() + 2000);
  await connector.runDueWork();
  expect(connector.configVersion()).toBe(7);
});

test("a runtime that cannot abort requests pulls without", async () => {
  vi.stubGlobal("AbortController", undefined);
  const fetch = vi.fn(async () => answerWithConfig());
  const connector = createConnector(OPTIONS, runtimeWith(fetch));
  await connector.runDueWork();
  expect(connector.configVersion()).toBe(7);
  expect(fetch).toHaveBeenCalledWith(OPTIONS.configUrl, expect.objectContaining({ signal: null }));
});

test("a config that could not be saved is saved with the next push of it", async () => {
  const save = vi.fn(async (): Promise<void> => undefined);
  save.mockRejectedValueOnce(new Error("The storage is busy"));
  const options = { ...OPTIONS, configStorage: { load: () => null, save } };
  const connector = createConnector(
    options,
    runtimeWith(async () => answerWithConfig()),
  );
  const integrationInfo = Buffer.from(configText()).toString("hex");
  const push = JSON.stringify({ integrationInfo, hash: hmac(SECRET, integrationInfo) });
  await expect(connector.push(push)).rejects.toThrow("The storage is busy");
  await connector.push(push);
  expect(save).toHaveBeenCalledTimes(2);
  await connector.push(push);
  expect(save).toHaveBeenCalledTimes(2);
});

test.each([
  ["a process with timers names itself, in each pull alike", true, 1],
  ["one that may live for a single request does not", false, 0],
])("%s", async (_name, hasTimers, names) => {
  const pulls: string[] = [];
  const timers: (() => void)[] = [];
  const fetch: Runtime["fetch"] = async (_url, { headers }) => {
    pulls.push(headers["x-stanchion-connector"] ?? "");
    return answerWithConfig();
  };
  const schedule: Runtime["schedule"] = (run) => {
    timers.push(run);
    return () => undefined;
  };
  const runtime = { ...runtimeWith(fetch), ...(hasTimers ? { schedule } : {}) };
  for (let process = 0; process < 2; process += 1) {
    const connector = createConnector(OPTIONS, runtime);
    await connector.runDueWork();
    await connector.ready();
    timers.at(-1)?.();
    await connector.close();
  }
  const named = pulls.flatMap((text) => /; instance=(\w{8,40})$/.exec(text)?.[1] ?? []);
  expect(pulls.length).toBeGreaterThanOrEqual(2);
  expect(named).toHaveLength(hasTimers ? pulls.length : 0);
  expect(new Set(named).size).toBe(names * 2);
});

function answerWithConfig(): Response {
  return new Response(configText());
}
