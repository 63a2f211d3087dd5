import { createHash, createPublicKey, randomBytes, verify } from "node:crypto";
import { expect, test } from "vitest";
import { createConfigKey, isConfigSignature, signConfig } from "./config-signer";
import { parseMasterKey } from "./seal";

const master = parseMasterKey(randomBytes(32).toString("base64url"));
const TEXT = '{"Version":1,"Description":"Konzert Köln"}';

test("a config is signed over its bytes, so that anybody with the public key can check it", () => {
  const key = createConfigKey(master, "acme");
  const signature = signConfig([master], "acme", key, TEXT);
  const jwk = { kty: "OKP", crv: "Ed25519", x: key.publicKey };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const bytes = Buffer.from(signature, "base64url");
  expect(bytes).toHaveLength(64);
  expect(verify(null, Buffer.from(TEXT, "utf8"), publicKey, bytes)).toBe(true);
  const raw = Buffer.from(key.publicKey, "base64url");
  expect(key.keyId).toBe(createHash("sha256").update(raw).digest("hex").slice(0, 8));
});

test("another text, another key and an altered signature are no signature", () => {
  const key = createConfigKey(master, "acme");
  const signature = signConfig([master], "acme", key, TEXT);
  const altered = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  expect(isConfigSignature(key, TEXT, signature)).toBe(true);
  expect(isConfigSignature(key, `${TEXT} `, signature)).toBe(false);
  expect(isConfigSignature(createConfigKey(master, "acme"), TEXT, signature)).toBe(false);
  expect(isConfigSignature(key, TEXT, altered)).toBe(false);
  expect(isConfigSignature(key, TEXT, "")).toBe(false);
});

test("the private part is sealed to its customer", () => {
  const key = createConfigKey(master, "acme");
  expect(() => signConfig([master], "other", key, TEXT)).toThrow();
  expect(key.sealed).not.toContain(key.publicKey);
});
