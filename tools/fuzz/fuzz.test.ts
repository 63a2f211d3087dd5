import { describe, expect, test } from "vitest";
import { hmacSha256Hex } from "@/connectors/src/core";
import { NOW_SECONDS, SECRETS } from "./credentials";
import { runFuzz } from "./run-fuzz";
import { SUBJECT, type Subject } from "./targets";

const LIMITS = { seed: 7, seconds: 60, maxInputs: 20_000 };

test("nothing throws and nothing is admitted that is not genuine", () => {
  const { inputs, throws, admissions, examples } = runFuzz(LIMITS);
  expect(examples).toEqual([]);
  expect({ inputs, throws, admissions }).toEqual({ inputs: 20_000, throws: 0, admissions: 0 });
});

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
  "a request without a token is let through": {
    decide: (request, options) => {
      const decision = SUBJECT.decide(request, options);
      return decision.diagnosis.token === "none" ? { ...decision, type: "ignore" } : decision;
    },
  },
  "a debug token admits": {
    decide: (request, options) => {
      const decision = SUBJECT.decide(request, options);
      return decision.diagnosis.token === "debug" ? { ...decision, type: "ignore" } : decision;
    },
  },
  "any signature will do": { isSigned: () => true },
};

describe("the oracle sees it when", () => {
  test.each(Object.entries(BUGS))("%s", (_name, bug) => {
    expect(runFuzz(LIMITS, { ...SUBJECT, ...bug }).admissions).toBeGreaterThan(0);
  });

  test("something throws", () => {
    const decide: Subject["decide"] = (request, options) => {
      if (request.url.includes("\u0000")) throw new Error("NUL");
      return SUBJECT.decide(request, options);
    };
    expect(runFuzz(LIMITS, { ...SUBJECT, decide }).throws).toBeGreaterThan(0);
  });
});

test("a run can be repeated by its seed", () => {
  const limits = { ...LIMITS, maxInputs: 2000 };
  const bug = { ...SUBJECT, ...BUGS["any signature will do"] };
  expect(runFuzz(limits, bug)).toEqual(runFuzz(limits, bug));
});
