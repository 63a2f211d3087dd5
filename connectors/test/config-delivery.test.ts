import { generateKeyPairSync, sign } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  acceptPush,
  type ConnectorOptions,
  createConnector,
  keepConfig,
  MAX_PUSH_BYTES,
  type PushRequest,
  pullInBackground,
  type Runtime,
  type Schedule,
  type StandardOptions,
  sendHeartbeat,
  withStandardParts,
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

describe("what anybody may PUT to the site", () => {
  const url = "https://shop.example/?__push_queueit_config";
  const CHUNK_BYTES = 64_000;

  /** A body without a length that never ends, and how much of it was asked for. */
  function endlessBody() {
    let sentBytes = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          sentBytes += CHUNK_BYTES;
          controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(0x61));
        },
        cancel: () => {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const init = { method: "PUT", body, duplex: "half" } as const;
    return { request: new Request(url, init), seen: () => ({ sentBytes, isCancelled }) };
  }

  const ownHmac = vi.fn(hmac);
  const options = { ...OPTIONS, push: acceptPush() };
  const connector = createConnector(options, {
    ...runtimeWith(async () => answerWithConfig()),
    hmac: ownHmac,
  });
  const statusOf = async (request: PushRequest) =>
    (await options.push(request, connector))?.answer?.status;
  const bodyOf = (config: string) => {
    const integrationInfo = Buffer.from(config).toString("hex");
    return JSON.stringify({ integrationInfo, hash: hmac(SECRET, integrationInfo) });
  };

  test("is read to its bound, however long it goes on", async () => {
    const { request, seen } = endlessBody();
    expect(await statusOf(request)).toBe(400);
    expect(seen().isCancelled).toBe(true);
    expect(seen().sentBytes).toBeLessThanOrEqual(MAX_PUSH_BYTES + CHUNK_BYTES);
  });

  test("is not read at all where it says that it is too long", async () => {
    const text = vi.fn(async () => "");
    const headers = new Headers({ "content-length": String(MAX_PUSH_BYTES + 1) });
    expect(await statusOf({ method: "PUT", url, headers, text })).toBe(400);
    expect(text).not.toHaveBeenCalled();
  });

  test("is hashed by the runtime, beside other visitors, and counts up to the bound", async () => {
    const long = configText({ Description: "x".repeat(990_000) });
    const request = new Request(url, { method: "PUT", body: bodyOf(long) });
    expect(await statusOf(request)).toBe(200);
    const forged = bodyOf(configText()).replace(/"hash":"./, '"hash":"-');
    expect(await statusOf(new Request(url, { method: "PUT", body: forged }))).toBe(400);
    expect(ownHmac).not.toHaveBeenCalled();
  });

  test("is hashed by the connector where the runtime cannot", async () => {
    vi.stubGlobal("crypto", undefined);
    const request = new Request(url, { method: "PUT", body: bodyOf(configText()) });
    expect(await statusOf(request)).toBe(200);
    expect(ownHmac).toHaveBeenCalledOnce();
  });
});

describe("an old config that is genuine", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const key = publicKey.export({ format: "jwk" }).x ?? "";
  const signatureOf = (text: string) =>
    sign(null, Buffer.from(text), privateKey).toString("base64url");
  const standard: StandardOptions = { customerId: "acme", secrets: [SECRET], failOpen: false };
  const start = (minConfigVersion?: number) =>
    createConnector(
      withStandardParts({ ...standard, configPublicKeys: [key], minConfigVersion }),
      runtimeWith(async () => answerWithConfig()),
    );

  test("is refused by a process that is told which are too old", async () => {
    const connector = start(7);
    const old = configText({ Version: 6 });
    await expect(connector.take(old, signatureOf(old))).rejects.toThrow(
      "Config refused: older than minConfigVersion",
    );
    expect(connector.current()).toBeNull();
    const good = configText({ Version: 7 });
    await connector.take(good, signatureOf(good));
    expect(connector.current()?.version).toBe(7);
    const unsigned = configText({ Version: 8 });
    await expect(connector.take(unsigned, null)).rejects.toThrow("signature");
  });

  test("counts where nobody said so, in a process that has none", async () => {
    const old = configText({ Version: 6 });
    const connector = start();
    await connector.take(old, signatureOf(old));
    expect(connector.current()?.version).toBe(6);
  });

  test("a number without keys, or that is none, is refused at the start", () => {
    expect(() => withStandardParts({ ...standard, minConfigVersion: 7 })).toThrow(
      "minConfigVersion",
    );
    expect(() => start(Number.NaN)).toThrow("minConfigVersion");
  });
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

test("without rules a connector says so at once on standard error, and asks again within seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  // biome-ignore lint/suspicious/noConsole: what is said there is what this is about.
  const said = vi.mocked(console.error);
  const headers = { "x-stanchion-error": "Waiting for the first publication" };
  const answers = Array.from({ length: 12 }, () => new Response("", { status: 404, headers }));
  const fetch = vi.fn(async () => answers.shift() ?? answerWithConfig());
  const { apiKey = "", configUrl = "", customerId, failOpen, secrets } = OPTIONS;
  const standard = withStandardParts({ apiKey, configUrl, customerId, failOpen, secrets });
  const connector = createConnector(standard, runtimeWith(fetch));
  for (let pull = 0; pull < 12; pull += 1) {
    await connector.runDueWork();
    const line = "Stanchion connector: No rules yet: Config refused: status 404";
    expect(said).toHaveBeenCalledWith(`${line} Waiting for the first publication`);
    const nextMs = connector.nextPullMs() - Date.now();
    expect(nextMs).toBeLessThanOrEqual(4400);
    vi.setSystemTime(Date.now() + Math.ceil(nextMs) + 1);
  }
  // The same again once a minute: never silent, and no flood.
  expect(said.mock.calls.length).toBeLessThan(3);
  said.mockClear();
  await connector.runDueWork();
  expect(connector.current()?.version).toBe(7);
});
