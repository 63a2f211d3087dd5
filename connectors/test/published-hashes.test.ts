import { expect, test } from "vitest";
import { hmacSha256Hex, isHmacSha256, sha256Hex } from "../src/core/sha256.ts";

/**
 * What NIST and RFC 4231 publish for SHA-256 and HMAC-SHA256, as far as the bytes are UTF-8: these functions take
 * texts. Every padding is there (55, 56, 57 and 64 bytes), and keys shorter than a block, as long, and longer.
 */
const ascending = (length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, byte) => byte));

const MESSAGES: readonly [name: string, message: string, digest: string][] = [
  [
    "CAVP SHA256ShortMsg, Len = 0",
    "",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  ],
  [
    "FIPS 180-4, one block",
    "abc",
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  ],
  [
    "FIPS 180-4, two blocks",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  [
    "FIPS 180-2, a million times a",
    "a".repeat(1_000_000),
    "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
  ],
  [
    "NIST, 55 bytes 0x00",
    "\0".repeat(55),
    "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7",
  ],
  [
    "NIST, 56 bytes 0x00",
    "\0".repeat(56),
    "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb",
  ],
  [
    "NIST, 57 bytes 0x00",
    "\0".repeat(57),
    "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785",
  ],
  [
    "NIST, 64 bytes 0x00",
    "\0".repeat(64),
    "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b",
  ],
  [
    "NIST, 1000 bytes 0x41",
    "A".repeat(1000),
    "c2e686823489ced2017f6059b8b239318b6364f6dcd835d0a519105a1eadd6e4",
  ],
  [
    "NIST, 1005 bytes 0x55",
    "U".repeat(1005),
    "f4d62ddec0f3dd90ea1380fa16a5ff8dc4c54b21740650f24afc4120903552b0",
  ],
];

test.each(MESSAGES)("SHA-256 is as published: %s", (_name, message, digest) => {
  expect(sha256Hex(message)).toBe(digest);
});

/** Where a tag is published in part, its beginning. */
const TAGS: readonly [name: string, key: string, message: string, tag: string][] = [
  [
    "RFC 4231, case 1",
    "\x0b".repeat(20),
    "Hi There",
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  ],
  [
    "RFC 4231, case 2",
    "Jefe",
    "what do ya want for nothing?",
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [
    "RFC 4231, case 5, truncated",
    "\x0c".repeat(20),
    "Test With Truncation",
    "a3b6167473100ee06e0c796c2955552b",
  ],
  [
    "NIST, a key as long as a block",
    ascending(64),
    "Sample message for keylen=blocklen",
    "8bb9a1db9806f20df7f77b82138c7914d174d59e13dc4d0169c9057b133e1d62",
  ],
  [
    "NIST, a key shorter than a block",
    ascending(32),
    "Sample message for keylen<blocklen",
    "a28cf43130ee696a98f14a37678b56bcfcbdd9e5cf69717fecf5480f0ebdf790",
  ],
  [
    "NIST, a key longer than a block",
    ascending(100),
    "Sample message for keylen=blocklen",
    "bdccb6c72ddeadb500ae768386cb38cc41c63dbb0878ddb9c7a38a431b78378d",
  ],
];

test.each(TAGS)("HMAC-SHA256 is as published: %s", (_name, key, message, tag) => {
  const whole = hmacSha256Hex(key, message);
  expect(whole.slice(0, tag.length)).toBe(tag);
  expect(isHmacSha256(key, message, whole)).toBe(true);
  expect(isHmacSha256(key, `${message}.`, whole)).toBe(false);
});
