import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import * as client from "openid-client";
import { saveAwsClient } from "@/lib/services/sites/aws-api/save-client";
import type { Addresses } from "../api/with-api";
import { newAwsSite } from "./aws";
import type { Shown } from "./systems";
import { createTrials, requireFields } from "./trials";

const CALLBACK = "http://shop.localhost/callback";
const EVENT_ID = "sale";
const KNOWN_AFTER_MS = 3_000;
const LOOK_MS = 500;
const LOOKS_MAX = 60;
const HOPS_MAX = 10;

const NAVIGATION: Record<string, string> = {
  ...{ accept: "text/html", "user-agent": "A browser" },
  ...{ "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "cross-site" },
};

/** A relying party, `openid-client`, whose visitor a browser with cookies leads through the waiting room. */
export async function tryOidc(addresses: Addresses, tell: (what: string) => void): Promise<Shown> {
  const { fixture, publicUrl } = await newAwsSite(addresses);
  const saved = { eventId: EVENT_ID, redirectUris: [CALLBACK] };
  const { clientSecret } = await saveAwsClient(fixture.context, saved);
  await setTimeout(KNOWN_AFTER_MS);
  const trials = createTrials(tell);
  await trials.try("signs a visitor in who came through the waiting room", async () => {
    const site = await client.discovery(
      ...([new URL(publicUrl), EVENT_ID, clientSecret ?? "", undefined] as const),
      { execute: [client.allowInsecureRequests] },
    );
    const verifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(site, {
      ...{ redirect_uri: CALLBACK, scope: "openid", state, nonce },
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await client.authorizationCodeGrant(site, await browse(url), checks);
    const subject = tokens.claims()?.sub ?? "";
    const info = await client.fetchUserInfo(site, tokens.access_token, subject);
    requireFields(info, { sub: subject, aud: EVENT_ID, token_use: "access" });
  });
  const { tried, failed } = trials.count();
  return { failed, figures: { passed: tried - failed } };
}

/** Follows redirects as a browser does that keeps cookies, and waits where it is asked to, up to the site's callback. */
async function browse(from: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  const ask = async (url: URL, options: RequestInit = {}, headers = NAVIGATION) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = { ...options, redirect: "manual", headers: { ...headers, cookie } } as const;
    const response = await fetch(url, sent);
    for (const text of response.headers.getSetCookie()) {
      const [pair = ""] = text.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return response;
  };
  let url = from;
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    if (url.href.startsWith(CALLBACK)) return url;
    const to = (await ask(url)).headers.get("location") ?? (await waitInLine(url, ask));
    url = new URL(to, url);
  }
  throw new Error("It leads round and round.");
}

type Ask = (url: URL, options: RequestInit, headers: Record<string, string>) => Promise<Response>;

/** What the waiting page does: joins, says that it is there, and goes in. Answers where it leads then. */
async function waitInLine(page: URL, ask: Ask): Promise<string> {
  const { searchParams } = page;
  const t = searchParams.get("t") ?? "";
  const base = `/line/${searchParams.get("c")}/${searchParams.get("e")}`;
  const send = async (action: string, form: Record<string, string>) => {
    const options = { method: "POST", body: new URLSearchParams({ ...form, t }) };
    const headers = { accept: "application/json", "sec-fetch-site": "same-origin" };
    const response = await ask(new URL(`${base}/${action}`, page), options, headers);
    return { ...Object(await response.json()) };
  };
  const sixteenBytes = () => randomBytes(16).toString("base64url");
  const [joinId, claim] = [sixteenBytes(), sixteenBytes()];
  await send("join", { joinId });
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    await send("near", {});
    const { status, redirectUrl } = await send("enter", { claim });
    if (status === "admitted") return String(redirectUrl);
    await setTimeout(LOOK_MS);
  }
  throw new Error("Nobody was let in.");
}
