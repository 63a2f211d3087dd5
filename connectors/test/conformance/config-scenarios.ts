import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { expect } from "vitest";
import { hmacSha256Hex, keyIdOf } from "../../src/core/index.ts";
import { OTHER_SECRET, SECRET } from "../fixtures.ts";
import type { Scenario, Scenarios } from "./scenario.ts";
import type { AdapterSite, SiteSetup, SiteVisit } from "./site.ts";
import { configText, configVersionOf, until, type WaitingRoom } from "./world.ts";

const NOWHERE: Partial<SiteSetup> = { configUrl: "http://127.0.0.1:1/", configText: "" };
const SIGNATURE_HEADER = "x-stanchion-config-signature";

async function versionAt(site: AdapterSite): Promise<string | null> {
  return configVersionOf((await site.send("/tickets")).header("location"));
}

/** Lets some pulls go by; where there are no timers, requests bring them about. */
async function letPullsGoBy(site: AdapterSite, room: WaitingRoom, count: number): Promise<void> {
  const wanted = room.pulls.length + count;
  await until(async () => {
    await site.send("/");
    return room.pulls.length >= wanted;
  });
}

function refusesChange(publish: (room: WaitingRoom) => void): Scenario {
  return async ({ alone }) => {
    const { site, room } = await alone(() => ({ pullIntervalSeconds: 0.1 }));
    expect(await versionAt(site)).toBe("7");
    publish(room);
    await letPullsGoBy(site, room, 2);
    expect(await versionAt(site)).toBe("7");
    room.publish(configText({ Version: 9 }));
    await until(async () => (await versionAt(site)) === "9");
  };
}

function signatureOf(text: string, privateKey: KeyObject): string {
  return sign(null, Buffer.from(text), privateKey).toString("base64url");
}

function signedBy(text: string, privateKey: KeyObject): Readonly<Record<string, string>> {
  return { [SIGNATURE_HEADER]: `keyid=ab12cd34, signature=${signatureOf(text, privateKey)}` };
}

function newKey(): { readonly publicKey: string; readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return { publicKey: publicKey.export({ format: "jwk" }).x ?? "", privateKey };
}

function pushOf(text: string, secret: string, signature?: string): SiteVisit {
  const integrationInfo = Buffer.from(text).toString("hex");
  const hash = hmacSha256Hex(secret, integrationInfo);
  return { method: "PUT", body: JSON.stringify({ integrationInfo, hash, signature }) };
}

const PUSH_PATH = "/?__push_queueit_config";

/** How rules come to the site, and what happens without them. */
export const CONFIG: Scenarios = {
  "without any config, failOpen: true lets requests through and marks them": async ({ site }) => {
    const shop = await site({ ...NOWHERE, failOpen: true });
    const answer = await shop.send("/tickets");
    expect([answer.status, answer.body]).toEqual([200, "origin"]);
    expect(answer.header("x-queueit-failed")).toBe("true");
  },
  "without any config, failOpen: false answers 503, not to be kept": async ({ site }) => {
    const shop = await site({ ...NOWHERE, failOpen: false });
    const answer = await shop.send("/tickets");
    expect(answer.status).toBe(503);
    expect(answer.body).toContain("One moment, please");
    expect(answer.header("retry-after")).toBe("10");
    expect(answer.header("cache-control")).toContain("no-store");
    expect(answer.header("x-queueit-failed")).toBeNull();
    expect((await shop.send("/tickets", { method: "HEAD" })).body).toBe("");
  },
  "a new version is taken up while the site runs": async ({ alone }) => {
    const { site, room } = await alone(() => ({ pullIntervalSeconds: 0.1 }));
    expect(await versionAt(site)).toBe("7");
    room.publish(configText({ Version: 8 }));
    await until(async () => (await versionAt(site)) === "8");
  },
  "pulls carry the API key and say who pulls": async ({ alone }) => {
    const { room } = await alone(() => ({ secrets: [SECRET, OTHER_SECRET] }));
    const { headers } = room.pulls[0] ?? {};
    expect(headers?.["api-key"]).toBe("key-1");
    const keys = [SECRET, OTHER_SECRET].map(keyIdOf).join(",");
    expect(headers?.["x-stanchion-connector"]).toMatch(
      new RegExp(
        `^stanchion-[a-z-]+/\\d+\\.\\d+\\.\\d+; runtime=\\S+; config=0; keys=${keys}(; instance=\\w+)?$`,
      ),
    );
  },
  "a config that is older is refused": refusesChange((room) =>
    room.publish(configText({ Version: 6 })),
  ),
  "a config of another customer is refused": refusesChange((room) =>
    room.publish(configText({ Version: 8, CustomerId: "other" })),
  ),
  "a config that cannot be obeyed is refused": refusesChange((room) =>
    room.publish('{"CustomerId":"acme","Version":8,"Integrations":[{"ActionType":"Queue"}]}'),
  ),
  "no JSON, and an error page, are no config": refusesChange((room) => room.publish("<html>")),
  "with public keys, only a signed config counts": async ({ alone }) => {
    const [key, previous, other] = [newKey(), newKey(), newKey()];
    const text = configText();
    const setup = {
      pullIntervalSeconds: 0.1,
      configPublicKeys: [key.publicKey, previous.publicKey],
    };
    const { site, room } = await alone(() => setup);
    expect((await site.send("/tickets")).status).toBe(503);
    room.publish(text, signedBy(text, other.privateKey));
    await letPullsGoBy(site, room, 2);
    room.publish(`${text} `, signedBy(text, key.privateKey));
    await letPullsGoBy(site, room, 2);
    expect((await site.send("/tickets")).status).toBe(503);
    room.publish(text, signedBy(text, previous.privateKey));
    await until(async () => (await site.send("/tickets")).status === 302);
    const newer = configText({ Version: 8 });
    room.publish(newer, signedBy(newer, key.privateKey));
    await until(async () => (await versionAt(site)) === "8");
  },
  "a pushed config counts if the waiting room sent it": async ({ alone }) => {
    const { site } = await alone(() => ({ acceptsPush: true }));
    const push = (text: string, secret: string) => site.send(PUSH_PATH, pushOf(text, secret));
    const forged = await push(configText({ Version: 8 }), OTHER_SECRET);
    expect([forged.status, forged.body]).toEqual([400, "Fail!"]);
    expect(await versionAt(site)).toBe("7");
    const older = await push(configText({ Version: 6 }), SECRET);
    expect([older.status, older.body]).toEqual([400, "Fail!"]);
    const good = await push(configText({ Version: 8 }), SECRET);
    expect([good.status, good.body]).toEqual([200, "Success!"]);
    expect(await versionAt(site)).toBe("8");
  },
  "with public keys, only a signed push counts": async ({ alone }) => {
    const [key, other] = [newKey(), newKey()];
    const text = configText();
    const { site } = await alone((room) => {
      room.publish(text, signedBy(text, key.privateKey));
      return { acceptsPush: true, configPublicKeys: [key.publicKey] };
    });
    expect(await versionAt(site)).toBe("7");
    const newer = configText({ Version: 8 });
    const push = (signature?: string) => site.send(PUSH_PATH, pushOf(newer, SECRET, signature));
    expect((await push()).status).toBe(400);
    expect((await push(signatureOf(newer, other.privateKey))).status).toBe(400);
    expect((await push(signatureOf(text, key.privateKey))).status).toBe(400);
    expect(await versionAt(site)).toBe("7");
    expect((await push(signatureOf(newer, key.privateKey))).status).toBe(200);
    expect(await versionAt(site)).toBe("8");
  },
};
