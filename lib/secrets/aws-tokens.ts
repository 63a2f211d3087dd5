import { hash, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import type { Permit } from "@/lib/domain/line/permit";

const signAsync = promisify(sign) as (
  algorithm: string,
  data: Buffer,
  key: KeyObject,
) => Promise<Buffer>;

/** What signs tokens, and its name in the key set. */
export type AwsSigner = { readonly kid: string; readonly signing: KeyObject };

/** Whom tokens are about, from when and until when, in Unix seconds. */
export type AwsBearer = {
  readonly issuer: string;
  readonly eventId: string;
  /** By what a site knows the visitor. */
  readonly subject: string;
  readonly number: number;
  readonly queueId: string;
  readonly issuedAt: number;
  readonly expires: number;
};

/** What a call answers with the tokens of an admission. */
export type AwsTokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
};

/** The tokens of an admission: the same bytes for the same bearer and key. `idClaims` stand in the id token alone. */
export async function signAwsTokens(
  _permit: Permit,
  signer: AwsSigner,
  bearer: AwsBearer,
  nowMs: number,
  idClaims: Readonly<Record<string, string>> = {},
): Promise<AwsTokens> {
  const { issuer, eventId, subject, number, queueId, issuedAt, expires } = bearer;
  const tokenFor = (use: string, more = {}) =>
    signedToken(signer, {
      ...{ aud: eventId, sub: subject, queue_position: number, token_use: use },
      ...{ iat: issuedAt, nbf: issuedAt, exp: expires, iss: issuer },
      ...{ queue_id: queueId, ...more },
    });
  const [access, refresh, id] = await Promise.all([
    tokenFor("access"),
    tokenFor("refresh"),
    tokenFor("id", idClaims),
  ]);
  return {
    ...{ access_token: access, refresh_token: refresh, id_token: id, token_type: "Bearer" },
    expires_in: Math.max(0, expires - Math.floor(nowMs / 1_000)),
  };
}

/** The claim of whoever has a request id: repeating the call, in public or in private, is repeating the entry. */
export function claimOfRequest(requestId: string): string {
  return hash("sha256", `aws claim ${requestId}`, "base64url").slice(0, 22);
}

async function signedToken(
  { kid, signing }: AwsSigner,
  claims: Readonly<Record<string, string | number>>,
): Promise<string> {
  const head = { alg: "RS256", typ: "JWT", kid };
  const text = `${encoded(head)}.${encoded(claims)}`;
  const signature = await signAsync("sha256", Buffer.from(text), signing);
  return `${text}.${signature.toString("base64url")}`;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
