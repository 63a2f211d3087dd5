import { createHash } from "node:crypto";
import * as oidc from "openid-client";
import { beforeAll, expect, test } from "vitest";
import { awsSealContext, newAwsSigningKey } from "@/lib/secrets/aws-api";
import { seal } from "@/lib/secrets/seal";
import { passTime } from "@/test/line";
import { startTestRoom } from "@/test/waiting-room";

const room = startTestRoom();
const key = await newAwsSigningKey();
const SECRET = "the-secret-of-the-client";
const CALLBACK = "https://shop.example/callback";
const ISSUER = `http://room.test/${room.customerId}/aws`;

type Opened = Awaited<ReturnType<typeof room.open>>;

let opened: Opened;
let site: oidc.Configuration;
beforeAll(async () => {
  opened = await room.open({ allowedHosts: ["room.test"], outflowPerMinute: 6_000 });
  const { eventId } = opened.settings;
  const secrets = { signing: [key], accessSecret: null };
  const secretHash = createHash("sha256").update(SECRET).digest("hex");
  await room.publish({
    awsApi: {
      sealed: seal(room.master, awsSealContext(room.customerId), JSON.stringify(secrets)),
      clients: [{ eventId, redirectUris: [CALLBACK], secretHash }],
    },
  });
  site = await oidc.discovery(new URL(ISSUER), eventId, SECRET, undefined, {
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: fetchFromRoom,
  });
  site[oidc.customFetch] = fetchFromRoom;
});

/** What the relying party asks, at the room of the test. */
async function fetchFromRoom(address: string, options: oidc.CustomFetchOptions) {
  const { pathname, search } = new URL(address);
  const headers = Object.fromEntries(new Headers(options.headers));
  const body = options.body === null || options.body === undefined ? "" : String(options.body);
  const reply = await room.call(options.method, pathname + search, { headers, body });
  const type = { "content-type": String(reply.headers["content-type"] ?? "") };
  return new Response(reply.body, { status: reply.status, headers: type });
}

const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

async function begin() {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const url = oidc.buildAuthorizationUrl(site, {
    ...{ redirect_uri: CALLBACK, scope: "openid", state, nonce },
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  return {
    url,
    checks: { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
  };
}

/** Where a browser is sent. */
async function visit({ pathname, search }: URL, cookie = ""): Promise<URL> {
  const headers = { ...NAVIGATION, cookie };
  const { status, headers: answered } = await room.call("GET", pathname + search, { headers });
  expect(status).toBe(302);
  return new URL(answered.location ?? "", "http://room.test");
}

/** Waits in line, and goes in: the cookies of who was let in. */
async function goIn(): Promise<string> {
  const { cookie } = await room.joinAndWait(opened);
  await room.turnComes(opened, cookie);
  const reply = await room.call("POST", `${opened.base}/enter`, {
    headers: { cookie },
    form: { claim: room.id() },
  });
  expect(JSON.parse(reply.body).status).toBe("admitted");
  return room.cookieOf(reply);
}

test("a relying party signs in a visitor who has waited, and learns who it is", async () => {
  const { url, checks } = await begin();
  const waiting = await visit(url);
  expect(waiting.pathname).toBe("/");
  expect(waiting.searchParams.get("e")).toBe(opened.settings.eventId);
  const target = new URL(waiting.searchParams.get("t") ?? "");
  expect(target.pathname).toBe(url.pathname);
  const back = await visit(target, await goIn());
  expect(back.href.startsWith(CALLBACK)).toBe(true);
  const tokens = await oidc.authorizationCodeGrant(site, back, checks);
  const claims = tokens.claims();
  expect(claims).toMatchObject({ iss: ISSUER, aud: opened.settings.eventId, token_use: "id" });
  const subject = claims?.sub ?? "";
  const info = await oidc.fetchUserInfo(site, tokens.access_token, subject);
  expect(info).toMatchObject({ sub: subject, queue_position: claims?.["queue_position"] });
  await expect(oidc.fetchUserInfo(site, tokens.id_token ?? "", subject)).rejects.toThrow();
  // The code was for once.
  await expect(oidc.authorizationCodeGrant(site, back, checks)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("a code is worth nothing with another verifier, redirect URI, secret, or after a minute", async () => {
  const cookie = await goIn();
  const { url, checks } = await begin();
  const code = async () => (await visit(url, cookie)).searchParams.get("code") ?? "";
  const exchange = (form: Record<string, string>, secret = SECRET) => {
    const all = { grant_type: "authorization_code", redirect_uri: CALLBACK, ...form };
    const pair = Buffer.from(`${opened.settings.eventId}:${secret}`).toString("base64");
    const headers = { authorization: `Basic ${pair}` };
    return room.call("POST", `/${room.customerId}/aws/token`, { form: all, headers });
  };
  const good = { code_verifier: checks.pkceCodeVerifier };
  const errorOf = async (reply: ReturnType<typeof exchange>) =>
    JSON.parse((await reply).body).error;
  const other = { code_verifier: oidc.randomPKCECodeVerifier() };
  expect(await errorOf(exchange({ code: await code(), ...other }))).toBe("invalid_grant");
  expect(await errorOf(exchange({ code: await code() }))).toBe("invalid_grant");
  const elsewhere = { redirect_uri: "https://shop.example/" };
  expect(await errorOf(exchange({ code: await code(), ...good, ...elsewhere }))).toBe(
    "invalid_grant",
  );
  expect(await errorOf(exchange({ code: "made-up", ...good }))).toBe("invalid_grant");
  expect(await errorOf(exchange({ code: await code(), ...good }, "another"))).toBe(
    "invalid_client",
  );
  const late = await code();
  await passTime(room.redis, opened.settings, 61_000);
  await (await room.context.lines.find(opened.settings))?.refresh();
  expect(await errorOf(exchange({ code: late, ...good }))).toBe("invalid_grant");
  expect((await exchange({ code: await code(), ...good })).status).toBe(200);
});

test("nobody is sent to an address that is not registered", async () => {
  const { url } = await begin();
  for (const redirect_uri of [
    `${CALLBACK}?x=1`,
    "https://evil.example/",
    "https://shop.example/",
  ]) {
    const asked = new URL(url);
    asked.searchParams.set("redirect_uri", redirect_uri);
    const { status, headers } = await room.call("GET", asked.pathname + asked.search, {
      headers: NAVIGATION,
    });
    expect([status, headers.location]).toEqual([400, undefined]);
  }
  const unknown = new URL(url);
  unknown.searchParams.set("client_id", "otherevent");
  expect((await room.call("GET", unknown.pathname + unknown.search)).status).toBe(400);
});

test("what the client asks wrongly goes back to it", async () => {
  const { url } = await begin();
  const errorFor = async (name: string, value: string) => {
    const asked = new URL(url);
    asked.searchParams.set(name, value);
    return (await visit(asked)).searchParams.get("error");
  };
  expect(await errorFor("response_type", "token")).toBe("unsupported_response_type");
  expect(await errorFor("scope", "email")).toBe("invalid_scope");
  expect(await errorFor("code_challenge_method", "plain")).toBe("invalid_request");
  expect(await errorFor("prompt", "none")).toBe("login_required");
});
