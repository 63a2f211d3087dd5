import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** Cost of one hash: 32 MB of memory and some 80 ms. Stored with each hash, so that it can rise. */
const COST = { N: 32_768, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MEMORY_BYTES_MAX = 128 * 1_024 * 1_024;
const STORED = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]{22})\$([\w-]{43})$/;

type Cost = { readonly N: number; readonly r: number; readonly p: number };

/** Hashes a password with scrypt (RFC 7914) and a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return [
    "scrypt",
    COST.N,
    COST.r,
    COST.p,
    salt.toString("base64url"),
    key.toString("base64url"),
  ].join("$");
}

/** True for the password that was hashed; takes the same time for every other one. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const match = STORED.exec(stored);
  if (match === null) throw new Error("A stored password hash is malformed.");
  const [N, r, p] = match.slice(1, 4).map(Number);
  const [salt, key] = match.slice(4).map((part) => Buffer.from(part, "base64url"));
  if (N === undefined || r === undefined || p === undefined || salt === undefined) return false;
  return key !== undefined && timingSafeEqual(await derive(password, salt, { N, r, p }), key);
}

let decoy: Promise<string> | undefined;

/** A hash that no password has, to compare with when there is no user: it takes as long. */
export function decoyHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(32).toString("base64url"));
  return decoy;
}

/** The same characters typed on different keyboards must be the same password. */
function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MEMORY_BYTES_MAX };
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
