import { createHash, createHmac, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { startEvent } from "@/lib/services/event/control/start";
import { createEvent } from "@/lib/services/event/manage/create";
import { listApiKeys } from "@/lib/services/people/api-key/list";
import { createAwsAccessKey } from "@/lib/services/sites/aws-api/access-key";
import { setAwsApi } from "@/lib/services/sites/aws-api/set";
import { type Fixture, newFixture } from "../api/fixture";
import type { Addresses } from "../api/with-api";
import type { Shown } from "./systems";
import { createTrials, requireFields, requireSame } from "./trials";

const EVENT_ID = "sale";
const VISITORS = 200;
/** The load test's script opens the line by 1000 each minute. */
const INCREMENT = 1_000;
const POLL_MS = 500;
const PATIENCE_MS = 90_000;

type Values = Readonly<Record<string, unknown>>;
type Reply = { readonly status: number; readonly json: Values };

/** A customer whose API is on, and where it is. */
export type AwsSite = { readonly fixture: Fixture; readonly publicUrl: string };

/** A customer with an open event, from whose waiting room `allowedHosts` lead back to it. */
export async function newAwsSite({ waitingRoom }: Addresses): Promise<AwsSite> {
  const fixture = await newFixture();
  const { context } = fixture;
  await setAwsApi(context, { isOn: true });
  await createEvent(context, {
    ...{ eventId: EVENT_ID, name: "Sale", kind: "always-on", outflowPerMinute: 6_000 },
    ...{ targetUrl: "http://shop.localhost/", allowedHosts: [new URL(waitingRoom).host] },
  });
  await startEvent(context, { eventId: EVENT_ID });
  const publicUrl = `${waitingRoom}/${context.customer.wireId}/aws`;
  await until("the API is on", async () => {
    const { status } = await get(`${publicUrl}/serving_num?event_id=${EVENT_ID}`);
    return status === 200;
  });
  return { fixture, publicUrl };
}

/** The public flow as the sample pages do it, and the load test in shape: each call with an address changed alone. */
export async function tryAws(addresses: Addresses, tell: (what: string) => void): Promise<Shown> {
  const site = await newAwsSite(addresses);
  const { publicUrl } = site;
  const trials = createTrials(tell);
  let before = "";
  await trials.try("the sample flow, verified by jose", async () => {
    const { sub = "", queue_position } = await waitAndVerify(publicUrl);
    requireSame(queue_position, 1);
    before = sub;
  });
  const sign = await signer(site, addresses);
  await trials.try("the load test's reset and periodic inlet, signed", async () => {
    const reset = await sign("reset_initial_state", { event_id: EVENT_ID });
    requireFields(reset, { status: 200 });
    const asked = new URLSearchParams({ event_id: EVENT_ID, request_id: before });
    await until("ids of before are worth nothing", async () => {
      return (await get(`${publicUrl}/queue_num?${asked}`)).status === 202;
    });
    const inlet = { event_id: EVENT_ID, increment_by: String(INCREMENT), interval: "60" };
    requireFields(await sign(`inlets/periodic?${new URLSearchParams(inlet)}`, {}), { status: 200 });
  });
  const numbers: unknown[] = [];
  faults.length = 0;
  await trials.try(`${VISITORS} visitors join at once, and all go in`, async () => {
    const visitors = Array.from({ length: VISITORS }, (_, index) =>
      waitAndVerify(publicUrl, index),
    );
    for (const claims of await Promise.all(visitors)) numbers.push(claims.queue_position);
    requireSame(new Set(numbers).size, VISITORS);
    // Repeated joins have burnt none.
    requireSame(Math.max(...numbers.map(Number)), VISITORS);
    requireSame(faults.length, 0);
  });
  await trials.try("a private token, with an issuer and a time of its own", async () => {
    const request_id = await join(publicUrl, VISITORS);
    const asked = { event_id: EVENT_ID, request_id };
    await until("their turn is counted down", async () => {
      const expiry = await get(`${publicUrl}/queue_pos_expiry?${new URLSearchParams(asked)}`);
      return expiry.status === 200 && Number(expiry.json["expires_in"]) > 0;
    });
    const issuer = "https://auth.shop.example";
    let token: Reply = { status: 0, json: {} };
    await until("there is a token", async () => {
      token = await sign("generate_token", { ...asked, issuer, validity_period: 300 });
      return token.status === 200;
    });
    const { sub, iat = 0, exp = 0 } = await verified(publicUrl, token, issuer);
    requireSame([sub, exp - iat], [request_id, 300]);
  });
  const { tried, failed } = trials.count();
  const passed = tried - failed;
  const figures = { calls: called.size, passed, visitors: numbers.length, errors: faults.length };
  return { failed, figures };
}

/** Joins as the sample page does, again until it is taken; again then, as after a lost answer. */
async function join(publicUrl: string, visitor: number): Promise<string> {
  const address = `10.1.${Math.floor(visitor / 250)}.${1 + (visitor % 250)}`;
  const headers = { "idempotency-key": randomUUID(), "x-forwarded-for": address };
  const ask = () => post(`${publicUrl}/assign_queue_num`, { event_id: EVENT_ID }, headers);
  let joined: Reply = { status: 0, json: {} };
  await until("a join is taken", async () => {
    joined = await ask();
    return joined.status === 200;
  });
  const again = await ask();
  requireFields(again, { status: 200 });
  return String(again.json["api_request_id"]);
}

/** Assign, number, serving number, token: what a sample page does, and the claims that jose finds. */
async function waitAndVerify(publicUrl: string, visitor = 0) {
  const request_id = await join(publicUrl, visitor);
  const asked = new URLSearchParams({ event_id: EVENT_ID, request_id });
  const number = await get(`${publicUrl}/queue_num?${asked}`);
  requireFields(number, { status: 200 });
  await until("it is their turn", async () => {
    const serving = await get(`${publicUrl}/serving_num?event_id=${EVENT_ID}`);
    return Number(serving.json["serving_counter"]) >= Number(number.json["queue_number"]);
  });
  let token: Reply = { status: 0, json: {} };
  await until("there is a token", async () => {
    token = await post(`${publicUrl}/generate_token`, { event_id: EVENT_ID, request_id });
    return token.status === 200;
  });
  const claims = await verified(publicUrl, token, publicUrl);
  requireFields(claims, { sub: request_id, token_use: "access" });
  return claims;
}

async function verified(publicUrl: string, { json }: Reply, issuer: string) {
  const keys = createRemoteJWKSet(new URL(`${publicUrl}/.well-known/jwks.json`));
  const expected = { issuer, audience: EVENT_ID, algorithms: ["RS256"] };
  const { payload } = await jwtVerify(String(json["access_token"]), keys, expected);
  return payload as typeof payload & { readonly queue_position: unknown };
}

/** Posts private calls as the load test's script does, which signs them. */
async function signer({ fixture: { context } }: AwsSite, { api }: Addresses) {
  const [key] = await listApiKeys(context);
  const made = await createAwsAccessKey(context, { apiKeyId: key?.id ?? "" });
  return (path: string, body: Values): Promise<Reply> => {
    const url = new URL(`${api}/api/v1/aws/${path}`);
    const text = JSON.stringify(body);
    const at = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
    const scope = `${at.slice(0, 8)}/eu-west-1/execute-api/aws4_request`;
    url.searchParams.sort();
    const headers = `host:${url.host}\nx-amz-date:${at}\n\nhost;x-amz-date`;
    const query = url.search.slice(1);
    const canonical = `POST\n${url.pathname}\n${query}\n${headers}\n${sha256(text)}`;
    const held = scope
      .split("/")
      .reduce<string | Buffer>(hmac, `AWS4${made.secretAccessKey ?? ""}`);
    const toSign = `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`;
    const signature = hmac(held, toSign).toString("hex");
    const authorization = `AWS4-HMAC-SHA256 Credential=${made.accessKeyId}/${scope}, SignedHeaders=host;x-amz-date, Signature=${signature}`;
    return post(url.href, body, { authorization, "x-amz-date": at });
  };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();

/** The calls that were made, without their address and what they say. */
const called = new Set<string>();
/** Answers that tell of a fault, as a load test counts them: `call status`. */
const faults: string[] = [];

function get(url: string) {
  called.add(nameOf(url));
  return fetch(url).then(readCounted);
}

function post(url: string, body: Values, headers: Readonly<Record<string, string>> = {}) {
  called.add(nameOf(url));
  const all = { "content-type": "application/json", ...headers };
  return fetch(url, { method: "POST", body: JSON.stringify(body), headers: all }).then(readCounted);
}

const nameOf = (url: string) => new URL(url).pathname.split("/aws/").at(-1) ?? "";

async function readCounted(response: Response): Promise<Reply> {
  const { status, url } = response;
  if (status >= 400) faults.push(`${nameOf(url)} ${status}`);
  return { status, json: { ...Object(await response.json()) } };
}

/** Asks again and again. Throws once that has taken too long. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error(`It took too long until ${what}.`);
    await setTimeout(POLL_MS);
  }
}
