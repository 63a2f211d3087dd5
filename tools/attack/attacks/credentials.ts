import { generateKeyPairSync, sign } from "node:crypto";
import type { RequestListener } from "node:http";
import { createMemoryReplayStore, createNodeConnector } from "@/connectors/src/adapters/node";
import {
  sealSessionCookie,
  sessionCookieName,
  signedTextOfPass,
  writePass,
} from "@/connectors/src/core";
import { configOf, queueRule, urlPart } from "@/tools/shared/integration-config";
import { serve } from "../../shared/serve";
import { type AttackResult, attacksOn, type Target } from "../attack";
import { startCache } from "../caching-proxy";
import {
  askAt,
  type Condition,
  EVENT_ID,
  HOST,
  INSIDE,
  tryEach,
  withSite,
} from "../protected-site";
import { honestSite } from "./site";

const ROOM = /^https?:\/\/[^?]+\?c=/;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The same pass in every spelling that a lenient decoder reads. */
function spellingsOf(pass: string): readonly string[] {
  const last = LETTERS.indexOf(pass.at(-1) ?? "");
  const sameBits = Array.from({ length: 16 }, (_, low) => {
    return pass.slice(0, -1) + (LETTERS[(last & 48) | low] ?? "");
  });
  const others = [`${pass}=`, `${pass}==`, `${pass}A`, `${pass}.`, pass.replaceAll("-", "+")];
  return [...new Set([...sameBits, ...others])].filter((spelled) => spelled !== pass);
}

async function spellPasses(_target: Target): Promise<AttackResult> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const keyId = "0000000a";
  const rule = queueRule({
    ...{ Name: "Tickets", EventId: EVENT_ID, QueueDomain: "room.example" },
    Triggers: [
      { LogicalOperator: "And", TriggerParts: [urlPart("Contains", "PagePath", "/tickets")] },
    ],
  });
  const connector = createNodeConnector({
    ...{
      customerId: "acme",
      secrets: ["secret"],
      failOpen: false,
      replay: createMemoryReplayStore(),
    },
    config: {
      ...configOf([rule], "acme"),
      Passes: {
        Keys: [{ KeyId: keyId, PublicKey: publicKey.export({ format: "jwk" }).x }],
        Events: [{ EventId: EVENT_ID, Run: 1, AllowsToken: false }],
      },
    },
  });
  const wrapped = connector.wrap((_request, response) => response.end(INSIDE));
  const { port, close } = await serve(wrapped);
  const unsigned = writePass({
    ...{ keyId, eventId: EVENT_ID, run: 1, queueId: crypto.randomUUID(), redirectType: "queue" },
    expiresUnixSeconds: Date.now() / 1_000 + 90,
  });
  const signature = sign(null, Buffer.from(signedTextOfPass("acme", unsigned)), privateKey);
  const pass = `${unsigned}~${signature.toString("base64url")}`;
  const begins = async (spelled: string) => {
    const path = `/tickets?stanchionpass=${encodeURIComponent(spelled)}`;
    const { headers } = await askAt(port, path);
    return headers["set-cookie"]?.some((cookie) => /QueueId/.test(cookie)) === true;
  };
  try {
    if (!(await begins(pass))) throw new Error("A pass does not let its visitor in.");
    return await tryEach([pass, ...spellingsOf(pass)], begins);
  } finally {
    await close();
    await connector.close();
  }
}

/** Each of them invites shared caches. */
const INVITATIONS = [
  ["Cache-Control", "public, max-age=600"],
  ["Cache-Control", "s-maxage=600"],
  ["X-Accel-Expires", "600"],
  ["Expires", "Fri, 01 Jan 2100 00:00:00 GMT"],
] as const;

function takeSessionFromCache(target: Target): Promise<AttackResult> {
  const answer: RequestListener = ({ url = "" }, response) => {
    const [name, value] =
      INVITATIONS[Number(new URL(url, "http://site").searchParams.get("n"))] ?? [];
    if (name !== undefined) response.setHeader(name, value ?? "");
    response.end(INSIDE);
  };
  const conditions: readonly Condition[] = [["PagePath", "/tickets"]];
  return withSite(target, { conditions, answer }, async (site, secret) => {
    const cache = await startCache(site.port, HOST);
    const session = sealSessionCookie(
      {
        ...{ eventId: EVENT_ID, queueId: crypto.randomUUID(), fixedValidityMinutes: null },
        ...{ redirectType: "queue", hashedIp: "" },
        issuedUnixSeconds: Math.floor(Date.now() / 1_000) - 60,
      },
      secret,
    );
    const cookie = `${sessionCookieName(EVENT_ID)}=${encodeURIComponent(session)}`;
    try {
      const free = [await askAt(cache.port, "/free?n=0"), await askAt(cache.port, "/free?n=0")];
      if (!free.every(({ headers }) => headers["x-cache"])) throw new Error("There is no cache.");
      if (free[1]?.headers["x-cache"] !== "HIT") throw new Error("The cache keeps nothing.");
      return await tryEach([...INVITATIONS.keys()], async (n) => {
        const path = `/tickets?n=${n}`;
        const victim = await askAt(cache.port, path, { headers: { cookie } });
        if (victim.headers["set-cookie"] === undefined) throw new Error("Nobody has a session.");
        const got = await askAt(cache.port, path);
        return got.body === INSIDE || !ROOM.test(got.headers.location ?? "");
      });
    } finally {
      await cache.close();
    }
  });
}

/** Other people's ways in: a pass that is used up, a session that somebody else has. */
export const CREDENTIAL_ATTACKS = attacksOn(honestSite, {
  "K19-spelled-pass": ["Use a pass for one use again, in another spelling", spellPasses],
  "K20-session-from-cache": ["Take somebody's session out of a shared cache", takeSessionFromCache],
});
