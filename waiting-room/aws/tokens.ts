import { type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import type { EventSettings } from "@/lib/domain/event/settings";
import type { Permit } from "@/lib/domain/line/permit";
import type { Admission, Place } from "@/waiting-room/place/place";
import type { AwsApi } from "./find-aws-api";

const signAsync = promisify(sign) as (
  algorithm: string,
  data: Buffer,
  key: KeyObject,
) => Promise<Buffer>;

/** Whom tokens are about. */
export type Bearer = {
  readonly settings: EventSettings;
  readonly place: Pick<Place, "number" | "queueId">;
  readonly admission: Pick<Admission, "admittedAtMs">;
  /** By what a site knows the visitor. */
  readonly subject: string;
};

/** What a call answers with the tokens of an admission. */
export type Tokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
};

/** When the tokens of an admission expire, in Unix seconds: with the session on the site. */
export function expiryOf({ sessionMinutes }: EventSettings, admittedAtMs: number): number {
  return Math.floor(admittedAtMs / 1_000) + 60 * sessionMinutes;
}

/** The tokens of an admission: the same bytes for the same admission and key. `idClaims` stand in the id token alone. */
export async function tokensOf(
  _permit: Permit,
  api: AwsApi,
  bearer: Bearer,
  nowMs: number,
  idClaims: Readonly<Record<string, string>> = {},
): Promise<Tokens> {
  const { settings, place, admission, subject } = bearer;
  const issuedAt = Math.floor(admission.admittedAtMs / 1_000);
  const expires = expiryOf(settings, admission.admittedAtMs);
  const tokenFor = (use: string, more = {}) =>
    signedToken(api, {
      ...{ aud: settings.eventId, sub: subject, queue_position: place.number, token_use: use },
      ...{ iat: issuedAt, nbf: issuedAt, exp: expires, iss: api.issuer },
      ...{ queue_id: place.queueId, ...more },
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

async function signedToken(
  { keys: { kid, signing } }: AwsApi,
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
