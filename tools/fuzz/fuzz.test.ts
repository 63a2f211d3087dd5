import { describe, expect, test } from "vitest";
import { type ConnectorRequest, decide, hmacSha256Hex } from "@/connectors/src/core";
import { CLIENT_IP, holdsGoodCredential, NOW_SECONDS, SECRETS } from "./credentials";
import { FUZZ_NOW_MS } from "./proof-targets";
import { runFuzz } from "./run-fuzz";
import { DECIDE, SUBJECT, type Subject } from "./targets";

const LIMITS = { seed: 7, seconds: 60, maxInputs: 20_000 };

test("nothing throws and nothing is admitted that is not genuine", () => {
  const { inputs, throws, admissions, examples } = runFuzz(LIMITS);
  expect(examples).toEqual([]);
  expect({ inputs, throws, admissions }).toEqual({ inputs: 20_000, throws: 0, admissions: 0 });
});

/**
 * Two sessions in one value. Of the first the validity does not count, because its name is escaped, nor
 * the hash, because it has two equals signs; all that counts is what the second genuinely says.
 */
function mixSessions(hash: string): ConnectorRequest {
  const name = "QueueITAccepted-SDFrts345E-V3_sale";
  const queueId = "QueueId%3D3f1c9c7e-5d2a-4b1e-9f60-0a1b2c3d4e5f";
  const first =
    `EventId%3Dsale%26${queueId}%26Fi%78edValidityMins%3D3%26RedirectType%3Dqueue%26IssueTime%3D1767225400` +
    `%26Hash%3Dd5181ae907012faf35fc32edbccbc2cf97267f668f5b981e43051a6b7e7bff6b${name}=EventId%3Dsale`;
  const cookie = `${name}=${first}%26${queueId}%26IssueTime%3D1767225540%26Hash%3D${hash}`;
  const header = (asked: string): string => (asked === "cookie" ? cookie : "");
  return { url: "https://shop.example/tickets", header, clientIp: CLIENT_IP };
}

test("a session with oddly written fields beside its own is genuine, and one with another hash is not", () => {
  const genuine = "05c6d32a337b17f85e7c1b2cc71b90a62cd5aa24bec87bc3679b7ae3c26485d0";
  expect(decide(mixSessions(genuine), DECIDE).type).toBe("pass");
  expect(holdsGoodCredential(mixSessions(genuine))).toBe(true);
  const wrong = `1${genuine.slice(1)}`;
  expect(decide(mixSessions(wrong), DECIDE).type).toBe("redirect");
  expect(holdsGoodCredential(mixSessions(wrong))).toBe(false);
});

/** As a decoder reads it that ignores what it need not know. */
function asDecoded(text: string): string {
  return text.replaceAll(/[\w-]{43,}/g, (part) =>
    Buffer.from(part, "base64url").toString("base64url"),
  );
}

function ignoring(token: string): Subject["decide"] {
  return (request, options) => {
    const decision = SUBJECT.decide(request, options);
    return decision.diagnosis.token === token ? { ...decision, type: "ignore" } : decision;
  };
}

/** Bugs as somebody could make them. */
const BUGS: Readonly<Record<string, Partial<Subject>>> = {
  "a token that has expired a little is accepted": {
    verifyQueueToken: (text, expected) =>
      SUBJECT.verifyQueueToken(text, { ...expected, nowUnixSeconds: NOW_SECONDS - 5 }),
  },
  "only half of a token's hash is compared": {
    verifyQueueToken: (text, expected) => {
      const [signed = "", hash = ""] = text.split("~h_");
      const good = hmacSha256Hex(SECRETS[0], signed);
      const isHalfGood = hash.startsWith(good.slice(0, 32));
      return SUBJECT.verifyQueueToken(isHalfGood ? `${signed}~h_${good}` : text, expected);
    },
  },
  "an event's own secrets are ignored": {
    decide: (request, options) => SUBJECT.decide(request, { ...options, eventSecrets: undefined }),
  },
  "a session is good for a minute more": {
    verifySessionCookie: (value, expected) =>
      SUBJECT.verifySessionCookie(value, { ...expected, nowUnixSeconds: NOW_SECONDS - 60 }),
  },
  "a request without a token is let through": { decide: ignoring("none") },
  "a debug token admits": { decide: ignoring("debug") },
  "the last letter of a config's signature has bits that stand for nothing": {
    isSigned: (text, written, keys, verify) =>
      SUBJECT.isSigned(text, asDecoded(written ?? ""), keys, verify),
  },
  "the last letter of a credential has bits that stand for nothing": {
    counts: (kind, text) => SUBJECT.counts(kind, asDecoded(text)),
  },
  "any signature will do": { isSigned: () => true },
  "a proof of work is good for every address": {
    isWorkDone: (key, asker, proof, nowMs) =>
      ["198.51.100.7", "2001:db8:0:1::/64"].some((addressClass) =>
        SUBJECT.isWorkDone(key, { ...asker, addressClass }, proof, nowMs),
      ),
  },
  "a proof of work never expires": {
    isWorkDone: (key, asker, proof) => SUBJECT.isWorkDone(key, asker, proof, FUZZ_NOW_MS),
  },
};

describe("the oracle sees it when", () => {
  const limits = { ...LIMITS, maxFaults: 1 };

  test.each(Object.entries(BUGS))("%s", (_name, bug) => {
    expect(runFuzz(limits, { ...SUBJECT, ...bug }).admissions).toBeGreaterThan(0);
  });

  test("something throws", () => {
    const decide: Subject["decide"] = (request, options) => {
      if (request.url.includes("\u0000")) throw new Error("NUL");
      return SUBJECT.decide(request, options);
    };
    expect(runFuzz(limits, { ...SUBJECT, decide }).throws).toBeGreaterThan(0);
  });
});

test("a run can be repeated by its seed", () => {
  const limits = { ...LIMITS, maxInputs: 2000 };
  const bug = { ...SUBJECT, ...BUGS["any signature will do"] };
  expect(runFuzz(limits, bug)).toEqual(runFuzz(limits, bug));
});
