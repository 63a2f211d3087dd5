import { createHash, generateKeyPair, type JsonWebKey } from "node:crypto";
import { promisify } from "node:util";
import { type MasterKey, unseal } from "./seal";

const RSA_BITS = 2_048;

/** A key that signs tokens for sites of Virtual Waiting Room on AWS, or did. */
export type AwsSigningKey = {
  /** Its JWK thumbprint (RFC 7638). */
  readonly kid: string;
  /** The private key. */
  readonly jwk: JsonWebKey;
  /** Until then its public part is shown, by the clock of the wall; null for the one that signs. */
  readonly shownUntilMs: number | null;
};

/** What is sealed for the AWS API of a customer. */
export type AwsSecrets = {
  /** The one that signs comes first. */
  readonly signing: readonly AwsSigningKey[];
  /** Signs the private calls of a site (Signature Version 4); null where it has no access key. */
  readonly accessSecret: string | null;
};

/** What the secrets of a customer's AWS API are sealed for: they open nowhere else. */
export function awsSealContext(customerWireId: string): string {
  return `aws:${customerWireId}`;
}

/** Opens what was sealed as JSON. Throws for a value of another customer. */
export function openAwsSecrets(
  masters: readonly MasterKey[],
  customerWireId: string,
  sealed: string,
): AwsSecrets {
  // Written by the services alone.
  return JSON.parse(unseal(masters, awsSealContext(customerWireId), sealed)) as AwsSecrets;
}

/** A new RSA key that signs from now on. */
export async function newAwsSigningKey(): Promise<AwsSigningKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: RSA_BITS });
  const jwk = privateKey.export({ format: "jwk" });
  return { kid: thumbprint(jwk), jwk, shownUntilMs: null };
}

/** The public part of a key, as key sets show it. */
export function publicJwk({ kid, jwk: { n = "", e = "" } }: Pick<AwsSigningKey, "kid" | "jwk">) {
  return { kty: "RSA", kid, use: "sig", alg: "RS256", n, e } as const;
}

function thumbprint({ e, kty, n }: JsonWebKey): string {
  return createHash("sha256").update(JSON.stringify({ e, kty, n })).digest("base64url");
}
