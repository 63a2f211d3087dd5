import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "./webhook-signature";

test("the specification's own library takes what is signed, under either secret, and nothing that was changed", () => {
  const secrets = [newWebhookSecret(), newWebhookSecret()];
  const body = '{"summary":"Zoë paused 東京"}';
  const headers = signedHeaders({ id: "msg_1", at: new Date(), body }, secrets);
  for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow("No matching");
  expect(() => new Webhook(secrets[0] ?? "").verify(`${body} `, headers)).toThrow("No matching");
  const other = { ...headers, "webhook-id": "msg_2" };
  expect(() => new Webhook(secrets[0] ?? "").verify(body, other)).toThrow("No matching");
});
