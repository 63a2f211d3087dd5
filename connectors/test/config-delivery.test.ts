import { afterEach, expect, test, vi } from "vitest";
import {
  acceptPush,
  type ConnectorOptions,
  createConnector,
  keepConfig,
  pullInBackground,
  type Runtime,
  type Schedule,
  sendHeartbeat,
} from "../src/host/index.ts";
import { nameInstance } from "../src/host/instance.ts";
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
  return {
    name: "stanchion-test",
    version: "1.0.0",
    platform: "test",
    fetch,
    hmac,
  };
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
  void connector.runDueWork();
  vi.setSystemTime(Date.now() + 2000);
  await connector.runDueWork();
  expect(fetch).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 2000);
  await connector.runDueWork();
  expect(connector.current()?.version).toBe(7);
});

test("a runtime that cannot abort requests pulls without", async () => {
  vi.stubGlobal("AbortSignal", undefined);
  const fetch = vi.fn(async () => answerWithConfig());
  const connector = createConnector(OPTIONS, runtimeWith(fetch));
  await connector.runDueWork();
  expect(connector.current()?.version).toBe(7);
  expect(fetch).toHaveBeenCalledWith(OPTIONS.configUrl, expect.objectContaining({ signal: null }));
});

test("a config that could not be saved is saved with the next push of it", async () => {
  const save = vi.fn(async (): Promise<void> => undefined);
  save.mockRejectedValueOnce(new Error("The storage is busy"));
  const configKeeper = keepConfig({ load: () => null, save });
  const options = { ...OPTIONS, configKeeper, push: acceptPush() };
  const connector = createConnector(
    options,
    runtimeWith(async () => answerWithConfig()),
  );
  const integrationInfo = Buffer.from(configText()).toString("hex");
  const body = JSON.stringify({ integrationInfo, hash: hmac(SECRET, integrationInfo) });
  const url = "https://shop.example/?__push_queueit_config";
  const push = async () => {
    const verdict = await options.push(new Request(url, { method: "PUT", body }), connector);
    return verdict?.answer?.status;
  };
  expect(await push()).toBe(400);
  expect(await push()).toBe(200);
  expect(save).toHaveBeenCalledTimes(2);
  expect(await push()).toBe(200);
  expect(save).toHaveBeenCalledTimes(2);
});

test("a process that lives long names itself, in each pull alike, and pulls without requests", async () => {
  const pulls: string[] = [];
  const timers: (() => void)[] = [];
  const fetch: Runtime["fetch"] = async (_url, { headers }) => {
    pulls.push(headers["x-stanchion-connector"] ?? "");
    return answerWithConfig();
  };
  const schedule: Schedule = (run) => {
    timers.push(run);
    return () => undefined;
  };
  for (let process = 0; process < 2; process += 1) {
    const heartbeat = sendHeartbeat(nameInstance());
    const connector = createConnector({ ...OPTIONS, heartbeat }, runtimeWith(fetch));
    const background = pullInBackground(connector, schedule);
    await background.ready;
    timers.at(-1)?.();
    await background.close();
  }
  const named = pulls.flatMap((text) => /; instance=(\w{8,40})$/.exec(text)?.[1] ?? []);
  expect([pulls.length, named.length, new Set(named).size]).toEqual([4, 4, 2]);
});

test("what may live for a single request does not name itself", async () => {
  const fetch = vi.fn(async () => answerWithConfig());
  const options = { ...OPTIONS, heartbeat: sendHeartbeat() };
  await createConnector(options, runtimeWith(fetch)).runDueWork();
  const headers = { "x-stanchion-connector": expect.stringMatching(/keys=\w{8}$/) };
  const request = expect.objectContaining({ headers: expect.objectContaining(headers) });
  expect(fetch).toHaveBeenCalledWith(OPTIONS.configUrl, request);
});

function answerWithConfig(): Response {
  return new Response(configText());
}
