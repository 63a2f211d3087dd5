import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { isWeakPassword } from "@/lib/domain/password/weak-password";
import { invalidField, ServiceError } from "@/lib/services/ground/errors";
import type { CountedTry } from "@/lib/services/ground/throttle";
import { isCommonPassword } from "./inner/common-password";

/** Cost of one hash: 128 MB of memory and some 300 ms. Stored with each hash, so that it can rise. */
const COST = { N: 131_072, r: 8, p: 1 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const MEMORY_BYTES_MAX = 160 * 1_024 * 1_024;
const STORED = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]{22})\$([\w-]{43})$/;

/** So many at once: 256 MB, and half of the helper threads that Node has for files and names, too. */
const AT_ONCE_MAX = 2;
const WAITING_MAX = 40;

type Cost = { readonly N: number; readonly r: number; readonly p: number };

/** Hashes a password with scrypt (RFC 7914) and a salt of its own. Throws `unavailable` when too many wait. */
export async function hashPassword(_counted: CountedTry, password: string): Promise<string> {
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

/**
 * True for the password that was hashed; takes the same time for every other one, also where the hash is
 * an older, cheaper one. Throws `unavailable` when too many wait.
 */
export async function isPassword(
  _counted: CountedTry,
  password: string,
  stored: string,
): Promise<boolean> {
  const { cost, salt, key } = readStored(stored);
  if (timingSafeEqual(await derive(password, salt, cost), key)) return true;
  // What each of these costs doubles, and together they cost what is left of a hash of today.
  for (let N = cost.N; N < COST.N; N *= 2) await derive(password, salt, { ...cost, N });
  return false;
}

/** True for a hash that was made when they cost less. */
export function isOutdated(stored: string): boolean {
  const { cost } = readStored(stored);
  return cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p;
}

function readStored(stored: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [, N, r, p, salt, key] = STORED.exec(stored) ?? [];
  if (salt === undefined || key === undefined) {
    throw new Error("A stored password hash is malformed.");
  }
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

/** A hash that no password has, to compare with when there is no user: it takes as long. */
export function decoyHash(): string {
  const salt = randomBytes(SALT_BYTES).toString("base64url");
  const key = randomBytes(KEY_BYTES).toString("base64url");
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt}$${key}`;
}

/** Throws `invalid` at the field for a password that is tried among the first. `personal` is what everybody knows. */
export async function requireUncommon(
  password: string,
  personal: readonly string[],
): Promise<void> {
  if (!isWeakPassword(password, personal) && !(await isCommonPassword(password))) return;
  throw invalidField("password", "This password is too common. Try three or four unrelated words.");
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) {
      throw new ServiceError("unavailable", "The server is busy. Try again.");
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await deriveNow(password, salt, cost);
  } finally {
    // Whoever waited longest takes over this one's turn.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** The same characters typed on different keyboards must be the same password. */
function deriveNow(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { ...cost, maxmem: MEMORY_BYTES_MAX };
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
