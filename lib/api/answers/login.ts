import { z } from "zod";
import { named } from "./names";
import { createdApiKeyAnswer } from "./secret";

/** What a program shows a person, and what it asks with: RFC 8628. */
export const startedLoginAnswer = named(
  "StartedLogin",
  z.object({
    deviceCode: z.string(),
    userCode: z.string(),
    verificationUri: z.string(),
    expiresIn: z.number().int(),
    interval: z.number().int(),
  }),
);

const waiting = z.object({
  status: z.enum(["authorization_pending", "slow_down"]),
  interval: z.number().int(),
});
const ended = z.object({ status: z.enum(["access_denied", "expired_token"]) });
const approved = z.object({
  status: z.literal("approved"),
  customerId: z.string(),
  customerName: z.string(),
  apiKey: createdApiKeyAnswer,
});

/** Whether a person has approved it, and then the key. */
export const loginOutcomeAnswer = named("LoginOutcome", z.union([waiting, ended, approved]));
