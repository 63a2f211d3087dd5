import { createHash, randomBytes } from "node:crypto";

/** A secret to send by e-mail, and the hash of it that is stored. */
export type MailedToken = { readonly text: string; readonly hash: string };

export function newMailedToken(): MailedToken {
  const text = randomBytes(32).toString("base64url");
  return { text, hash: hashMailedToken(text) };
}

/** A plain hash is enough for 256 random bits; whoever reads the database cannot use it. */
export function hashMailedToken(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
