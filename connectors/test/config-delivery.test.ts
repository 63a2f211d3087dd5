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

function answerWithConfig(): Response {
  return new Response(configText());
}
