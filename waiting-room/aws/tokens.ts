import type { EventSettings } from "@/lib/domain/event/settings";
import type { Permit } from "@/lib/domain/line/permit";
import { type AwsTokens, signAwsTokens } from "@/lib/secrets/aws-tokens";
import type { Admission, Place } from "@/waiting-room/place/place";
import type { AwsApi } from "./find-aws-api";

/** Whom tokens are about. */
export type Bearer = {
  readonly settings: EventSettings;
  readonly place: Pick<Place, "number" | "queueId">;
  readonly admission: Pick<Admission, "admittedAtMs">;
  /** By what a site knows the visitor. */
  readonly subject: string;
};

/** When the tokens of an admission expire, in Unix seconds: with the session on the site. */
export function expiryOf({ sessionMinutes }: EventSettings, admittedAtMs: number): number {
  return Math.floor(admittedAtMs / 1_000) + 60 * sessionMinutes;
}

/** The tokens of an admission: the same bytes for the same admission and key. `idClaims` stand in the id token alone. */
export function tokensOf(
  permit: Permit,
  { keys, issuer }: AwsApi,
  bearer: Bearer,
  nowMs: number,
  idClaims: Readonly<Record<string, string>> = {},
): Promise<AwsTokens> {
  const { settings, place, admission, subject } = bearer;
  const { number, queueId } = place;
  const issuedAt = Math.floor(admission.admittedAtMs / 1_000);
  const expires = expiryOf(settings, admission.admittedAtMs);
  const { eventId } = settings;
  const about = { issuer, eventId, subject, number, queueId, issuedAt, expires };
  return signAwsTokens(permit, keys, about, nowMs, idClaims);
}
