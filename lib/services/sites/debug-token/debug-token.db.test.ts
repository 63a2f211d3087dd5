import { afterAll, beforeEach, expect, test } from "vitest";
import { findQueueToken, parseQueueToken, verifyQueueToken } from "@/connectors/src/core";
import { disconnectDb } from "@/lib/db/client";
import { createEvent } from "@/lib/services/event/manage/create";
import type { ServiceContext } from "@/lib/services/ground/context";
import { revealSecret } from "@/lib/services/sites/secret/reveal";
import { activateSecret, createSecret } from "@/test/at-once";
import {
  addTestMember,
  auditSentences,
  createTestCustomer,
  withBrokenAudit,
} from "@/test/customer";
import { createDebugToken } from "./create";

let context: ServiceContext;
beforeEach(async () => {
  context = await createTestCustomer();
  await createEvent(context, {
    eventId: "sale",
    name: "Sale",
    kind: "always-on",
    targetUrl: "https://shop.example/tickets?a=1",
  });
});
afterAll(disconnectDb);

const nowUnixSeconds = () => Math.floor(Date.now() / 1_000);

async function signedBy(url: string, secret: string): Promise<boolean> {
  const token = findQueueToken(url) ?? "";
  const expected = { secrets: [secret] as const, eventIds: ["sale"] };
  return verifyQueueToken(token, { ...expected, nowUnixSeconds: nowUnixSeconds() }).valid;
}

test("the link leads to the event's target with a token that explains, for five minutes", async () => {
  const { id: secretId } = await createSecret(context);
  const { text } = await revealSecret(context, { secretId });
  const { url, expiresAt } = await createDebugToken(context, { eventId: "sale" });
  expect(url.startsWith("https://shop.example/tickets?a=1&queueittoken=e_sale~q_")).toBe(true);
  const token = parseQueueToken(findQueueToken(url) ?? "");
  expect(token).toMatchObject({
    redirectType: "debug",
    cookieValidityMinutes: 5,
    extendableCookie: false,
  });
  const seconds = token.expiresUnixSeconds - nowUnixSeconds();
  expect(seconds).toBeGreaterThan(290);
  expect(seconds).toBeLessThanOrEqual(300);
  expect(Date.parse(expiresAt)).toBe(token.expiresUnixSeconds * 1_000);
  expect(await signedBy(url, text)).toBe(true);
  const sentences = await auditSentences(context);
  expect(sentences.at(-1)).toBe("Ana created a diagnostics link for Sale");
  expect(JSON.stringify(sentences)).not.toContain(token.hash);
});

test("is signed with the event's own secret once that is active", async () => {
  await createSecret(context);
  const own = await createSecret(context, { eventId: "sale" });
  const { text } = await revealSecret(context, { secretId: own.id });
  expect(await signedBy((await createDebugToken(context, { eventId: "sale" })).url, text)).toBe(
    false,
  );
  await activateSecret(context, { secretId: own.id });
  expect(await signedBy((await createDebugToken(context, { eventId: "sale" })).url, text)).toBe(
    true,
  );
});

test("needs a secret, an event of the customer, more than a viewer, and the audit log", async () => {
  await expect(createDebugToken(context, { eventId: "sale" })).rejects.toMatchObject({
    code: "precondition_failed",
  });
  await createSecret(context);
  await expect(createDebugToken(context, { eventId: "other" })).rejects.toMatchObject({
    code: "not_found",
  });
  const viewer = await addTestMember(context, "viewer", "Max");
  await expect(createDebugToken(viewer, { eventId: "sale" })).rejects.toMatchObject({
    code: "forbidden",
  });
  const operator = await addTestMember(context, "operator", "Eva");
  await expect(createDebugToken(operator, { eventId: "sale" })).resolves.toHaveProperty("url");
  await expect(createDebugToken(withBrokenAudit(context), { eventId: "sale" })).rejects.toThrow();
});
