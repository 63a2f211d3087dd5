import { expect, onTestFinished, test } from "vitest";
import { bundle, exampleOf } from "./bundle.ts";
import { sendToWorker } from "./cloudflare-site.ts";
import { configText, configVersionOf, freshToken, until } from "./conformance/world.ts";
import { hmac, OTHER_SECRET, SECRET } from "./fixtures.ts";
import { type KvStore, startKv, startWorkerd } from "./workerd.ts";

const SETUP = { customerId: "acme", secrets: [SECRET], failOpen: false };
const KEY = "stanchion-config";

async function newKv(): Promise<KvStore> {
  const kv = await startKv();
  onTestFinished(kv.close);
  return kv;
}

/** A Worker whose isolates know of a config only through KV. */
async function startIsolate(kv: KvStore, changes: object = {}): Promise<number> {
  const program = await bundle({ file: "cloudflare-worker.ts" });
  const worker = await startWorkerd(program, { SETUP: { ...SETUP, ...changes } }, kv);
  onTestFinished(worker.close);
  return worker.port;
}

async function versionAt(port: number): Promise<string | null> {
  const answer = await sendToWorker(port, "/tickets");
  return answer.status === 302 ? configVersionOf(answer.header("location")) : null;
}

async function push(port: number, config: string, secret: string): Promise<string> {
  const integrationInfo = Buffer.from(config).toString("hex");
  const body = JSON.stringify({ integrationInfo, hash: hmac(secret, integrationInfo) });
  const visit = { method: "PUT", body };
  return (await sendToWorker(port, "/any/page?__push_queueit_config", visit)).body;
}

test("a push to one isolate reaches the others through KV, and isolates that start later", async () => {
  const kv = await newKv();
  const [first, second] = await Promise.all([
    startIsolate(kv),
    startIsolate(kv, { pullIntervalSeconds: 0.1 }),
  ]);
  expect([await versionAt(first), await versionAt(second)]).toEqual([null, null]);
  expect(await push(first, configText(), OTHER_SECRET)).toBe("Fail!");
  expect(kv.values.size).toBe(0);
  expect(await push(first, configText(), SECRET)).toBe("Success!");
  expect(await versionAt(first)).toBe("7");
  await until(async () => (await versionAt(second)) === "7");
  expect(kv.counts.writes).toBe(1);
  expect(await push(second, configText({ Version: 8 }), SECRET)).toBe("Success!");
  expect(await versionAt(await startIsolate(kv))).toBe("8");
});

test("requests do not read KV one by one, and only a push writes", async () => {
  const kv = await newKv();
  const port = await startIsolate(kv);
  await push(port, configText(), SECRET);
  const later = await startIsolate(kv);
  expect(await versionAt(later)).toBe("7");
  const { reads } = kv.counts;
  for (let request = 0; request < 20; request += 1) await versionAt(later);
  expect(kv.counts).toEqual({ reads, writes: 1 });
});

test("what somebody else wrote to KV counts only with a signature, where keys are given", async () => {
  const kv = await newKv();
  kv.values.set(KEY, JSON.stringify({ config: configText(), signature: null }));
  const configPublicKeys = ["A".repeat(43)];
  expect(await versionAt(await startIsolate(kv, { configPublicKeys }))).toBeNull();
  expect(await versionAt(await startIsolate(kv))).toBe("7");
});

test("what is in KV and is no config does no harm", async () => {
  const kv = await newKv();
  const port = await startIsolate(kv, { pullIntervalSeconds: 0.1 });
  await push(port, configText(), SECRET);
  for (const stored of ["<html>", "{}", "null", '{"config":5}']) {
    kv.values.set(KEY, stored);
    const { reads } = kv.counts;
    await until(async () => {
      await versionAt(port);
      return kv.counts.reads > reads;
    });
    expect(await versionAt(port)).toBe("7");
  }
});

test("the example of the documentation protects a site", async () => {
  const program = (await exampleOf("cloudflare")).replaceAll("STANCHION_KV", "KV");
  const kv = await newKv();
  const bindings = { STANCHION_SECRET: SECRET };
  const worker = await startWorkerd(await bundle({ program }), bindings, kv);
  onTestFinished(worker.close);
  const send = (path: string) => sendToWorker(worker.port, path);
  expect((await send("/tickets")).status).toBe(503);
  expect(await push(worker.port, configText(), SECRET)).toBe("Success!");
  expect((await send("/tickets")).header("location")).toMatch(/^https:\/\/room\.example\/\?c=acme/);
  const admitted = await send(`/tickets?queueittoken=${freshToken()}`);
  expect(admitted.header("location")).toBe("https://shop.example/tickets");
  expect((await send("/")).body).toBe("origin");
});
