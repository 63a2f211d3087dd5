import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { signatureChecker } from "@/lib/domain/draw/verifier/crypto";
import { createDrawSigner, createDrawSigners } from "./draw-signer";
import { parseMasterKey } from "./seal";

const masterKey = () => parseMasterKey(randomBytes(32).toString("base64url"));
const bytes = (text: string) => new TextEncoder().encode(text);

test("every process with the master key signs alike, and verifiers take the public key", async () => {
  const master = masterKey();
  const [one, other] = [createDrawSigner(master), createDrawSigner(master)];
  const signature = one.sign(bytes("tag\nmessage"));
  expect(other.sign(bytes("tag\nmessage"))).toEqual(signature);
  expect(other.publicKey).toBe(one.publicKey);
  expect(one.verify(bytes("tag\nmessage"), signature)).toBe(true);
  expect(one.verify(bytes("tag\nanother"), signature)).toBe(false);
  const check = await signatureChecker(new Uint8Array(Buffer.from(one.publicKey, "base64url")));
  expect(await check("tag", bytes("message"), new Uint8Array(signature))).toBe(true);
});

test("an older master key goes on signing for the draws that it promised, an unknown one never", () => {
  const [current, previous] = [masterKey(), masterKey()];
  const find = createDrawSigners([current, previous]);
  const { publicKey } = createDrawSigner(previous);
  expect(find(publicKey)?.publicKey).toBe(publicKey);
  expect(find(createDrawSigner(masterKey()).publicKey)).toBeNull();
});

test("a queue id follows from draw, join and number, and from the key", () => {
  const signer = createDrawSigner(masterKey());
  const joinId = randomBytes(8);
  const id = signer.queueIdOf("ab", joinId, 7);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(signer.queueIdOf("ab", joinId, 7)).toBe(id);
  const others = [
    signer.queueIdOf("ac", joinId, 7),
    signer.queueIdOf("ab", joinId, 8),
    signer.queueIdOf("ab", randomBytes(8), 7),
    createDrawSigner(masterKey()).queueIdOf("ab", joinId, 7),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});
