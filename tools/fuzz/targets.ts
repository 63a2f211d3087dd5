import { generateKeyPairSync, sign, verify } from "node:crypto";
import {
  appendQueueToken,
  compileConfig,
  decide,
  findQueueToken,
  hmacSha256Hex,
  removeQueueToken,
  sessionCookieName,
  verifyQueueToken,
  verifySessionCookie,
} from "@/connectors/src/core";
import { isSigned } from "@/connectors/src/host/config-signature";
import { readPush } from "@/connectors/src/host/push";
import { parseJson } from "@/waiting-room/client/parse-json";
import { isWorkDone } from "@/waiting-room/visit/gate/challenge/proofs";
import { configOf, queueRule, urlPart } from "../shared/integration-config";
import {
  CLIENT_IP,
  COOKIES,
  EVENT_IDS,
  EVENT_SECRETS,
  holdsGoodCredential,
  isGoodCookie,
  isGoodToken,
  NOW_SECONDS,
  SECRETS,
  TOKENS,
} from "./credentials";
import { tryAddress, tryMarks, tryRules } from "./join-targets";
import { mutate, type Random } from "./mutate";
import { tryProof } from "./proof-targets";
import { SPELLED_CREDENTIALS, type SpelledCredential } from "./spelled-credentials";

export const SUBJECT = {
  verifyQueueToken,
  verifySessionCookie,
  decide,
  isSigned,
  isWorkDone,
  counts: (kind: SpelledCredential, text: string): boolean => kind.counts(text),
};
/** The code under test; a test replaces parts of it with broken ones. */
export type Subject = typeof SUBJECT;

/** Tries one input, which it returns when it was admitted without being genuine. */
export type Target = (subject: Subject, random: Random) => string | null;

const CHECK = {
  ...{ secrets: SECRETS, eventSecrets: EVENT_SECRETS },
  ...{ nowUnixSeconds: NOW_SECONDS, clientIp: CLIENT_IP },
} as const;

const tryToken: Target = (subject, random) => {
  const text = mutate(random.pick(TOKENS).text, random);
  const check = subject.verifyQueueToken(text, { ...CHECK, eventIds: EVENT_IDS });
  // A debug token is genuine for this function; that it admits nobody is for `decide`.
  const isDebug = check.token.redirectType.toLowerCase() === "debug";
  return check.valid && !isDebug && !isGoodToken(text) ? text : null;
};

const tryCookie: Target = (subject, random) => {
  const value = mutate(random.pick(COOKIES).text, random);
  const eventId = random.pick(EVENT_IDS);
  const expected = { ...CHECK, eventId, cookieValidityMinutes: 20 };
  const check = subject.verifySessionCookie(value, expected);
  if (!check.valid || check.cookie.redirectType === "debug") return null;
  return isGoodCookie(sessionCookieName(eventId), value) ? null : `${eventId} ${value}`;
};

function require(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

const tryUrl: Target = (_subject, random) => {
  const query = `a=1&queueittoken=${random.pick(TOKENS).text}&b=2`;
  const url = mutate(`https://shop.example/tickets?${query}#top`, random);
  const clean = removeQueueToken(url);
  require(findQueueToken(clean) === null, `A token is left in ${JSON.stringify(clean)}`);
  require(removeQueueToken(clean) === clean, `Not the same again: ${JSON.stringify(clean)}`);
  const back = appendQueueToken(clean, "e_sale~h_0");
  require(findQueueToken(back) === "e_sale~h_0", `Not found again in ${JSON.stringify(back)}`);
  return null;
};

const [EVENT_ID, ...OTHER_IDS] = EVENT_IDS;
const CONFIG = configOf([
  queueRule({
    ...{ Name: "Everything", EventId: EVENT_ID, InvolvedWaitingRoomIds: OTHER_IDS },
    CookieDomain: "",
    Triggers: [
      { LogicalOperator: "And", TriggerParts: [] },
      { LogicalOperator: "Or", TriggerParts: [urlPart("Contains", "PagePath", "/")] },
    ],
  }),
]);
const CONFIG_TEXT = JSON.stringify(CONFIG);
const COMPILATION = compileConfig(CONFIG);
if (!COMPILATION.ok) throw new Error(COMPILATION.problem);

export const DECIDE = {
  ...{ customerId: "acme", config: COMPILATION.config, connectorVersion: "fuzz-1.0.0" },
  ...{ secrets: SECRETS, eventSecrets: EVENT_SECRETS, nowMs: NOW_SECONDS * 1000 },
} as const;
const VISIBLE = /^[!-~]+$/;

const tryRequest: Target = (subject, random) => {
  const token = random.pick(TOKENS).text;
  const cookies = [random.pick(COOKIES), random.pick(COOKIES)].map(
    ({ name, text }) => `${name}=${encodeURIComponent(text)}`,
  );
  const headers = new Map([
    ["cookie", random.chance(0.6) ? mutate(cookies.join("; "), random) : ""],
    ["x-queueittoken", random.chance(0.1) ? mutate(token, random) : ""],
    ["x-queueit-ajaxpageurl", random.chance(0.1) ? mutate("https%3A%2F%2Fshop", random) : ""],
  ]);
  const plain = `https://shop.example/tickets?a=1&queueittoken=${token}`;
  const url = random.chance(0.6) ? mutate(plain, random) : "https://shop.example/tickets";
  const request = { url, header: (name: string) => headers.get(name), clientIp: CLIENT_IP };
  const decision = subject.decide(request, DECIDE);
  if ("url" in decision) require(VISIBLE.test(decision.url), `A redirect to ${decision.url}`);
  // The one rule matches everything, so nothing may be ignored either.
  const isIn = decision.type === "pass" || decision.type === "ignore";
  return isIn && !holdsGoodCredential(request) ? JSON.stringify([url, ...headers]) : null;
};

const GOOD_REQUEST = { url: "https://shop.example/tickets", header: () => undefined };

const tryConfig: Target = (_subject, random) => {
  const compilation = compileConfig(parseJson(mutate(CONFIG_TEXT, random)));
  if (compilation.ok) decide(GOOD_REQUEST, { ...DECIDE, config: compilation.config });
  return null;
};

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const { x: PUBLIC_KEY = "" } = publicKey.export({ format: "jwk" });
const RAW_KEY = Uint8Array.from(Buffer.from(PUBLIC_KEY, "base64url"));
const SIGNATURE = sign(null, Buffer.from(CONFIG_TEXT), privateKey).toString("base64url");
const headerWith = (signature: string) => `keyid=ab12cd34, signature=${signature}`;

const trySignature: Target = (subject, random) => {
  // Another text never counts, whatever becomes of the signature: most tries are for the one that does.
  const text = random.chance(0.8) ? CONFIG_TEXT : mutate(CONFIG_TEXT, random);
  const header = random.chance(0.5)
    ? mutate(headerWith(SIGNATURE), random)
    : headerWith(mutate(SIGNATURE, random));
  const isGood = subject.isSigned(text, header, [RAW_KEY], (_key, signature, bytes) =>
    verify(null, bytes, publicKey, signature),
  );
  // Text and signature have to be the genuine ones; what else the header says does not count.
  const isGenuine = text === CONFIG_TEXT && header.includes(SIGNATURE);
  return isGood === true && !isGenuine ? `${header} ${text}` : null;
};

/** Of a credential that has one spelling, no other text counts. */
const trySpelling: Target = (subject, random) => {
  const kind = random.pick(SPELLED_CREDENTIALS);
  const text = mutate(kind.text, random);
  return subject.counts(kind, text) && text !== kind.text ? `${kind.name} ${text}` : null;
};

const PUSH_TARGET = { secrets: SECRETS, hmac: hmacSha256Hex };
const INFO = Buffer.from(CONFIG_TEXT).toString("hex");
const PUSH = JSON.stringify({ integrationInfo: INFO, hash: hmacSha256Hex(SECRETS[0], INFO) });

const tryPush: Target = (_subject, random) => {
  const body = mutate(PUSH, random);
  try {
    const pushed = readPush(body, PUSH_TARGET);
    return "text" in pushed && pushed.text === CONFIG_TEXT ? null : body;
  } catch {
    // A refused push is an error for its sender.
    return null;
  }
};

/** Every target with how often it has its turn. Signatures cost a hundred times as much. */
export const TARGETS: readonly (readonly [weight: number, target: Target])[] = [
  [28, tryToken],
  [28, tryCookie],
  [10, tryUrl],
  [28, tryRequest],
  [4, tryConfig],
  [1, tryPush],
  [1, trySignature],
  [4, trySpelling],
  [4, tryProof],
  [4, tryAddress],
  [2, tryRules],
  [1, tryMarks],
];
