import { createPublicKey, verify } from "node:crypto";
import { header } from "@/waiting-room/http/http";
import type { AwsAnswer, AwsCall } from "../aws-call";
import { AwsError } from "../aws-error";
import { lineOf } from "../in-line";
import { keysShown } from "../key-set";

type Claims = Readonly<Record<string, unknown>>;

/** `GET .well-known/openid-configuration`: what programs need to know of this provider. */
export function discovery({ api: { issuer } }: AwsCall): AwsAnswer {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userInfo`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code"],
    scopes_supported: ["openid"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    code_challenge_methods_supported: ["S256"],
  };
}

/** `GET .well-known/jwks.json`. */
export function keySet({ api }: AwsCall): AwsAnswer {
  return { keys: keysShown(api.keys) };
}

/** `GET userInfo` with an access token: what it says of the visitor. */
export async function userInfo(call: AwsCall): Promise<AwsAnswer> {
  const [, text = ""] =
    /^Bearer +([\w.-]{1,8000})$/i.exec(header(call.exchange.request, "authorization") ?? "") ?? [];
  const claims = verified(call, text);
  const isAccess = claims?.["token_use"] === "access" && claims["iss"] === call.api.issuer;
  if (claims === null || !isAccess) throw invalidToken(call);
  const line = await lineOf(call, claims["aud"]);
  if (line.lineNow() >= 1_000 * Number(claims["exp"])) throw invalidToken(call);
  return claims;
}

function invalidToken({ exchange }: AwsCall): AwsError {
  exchange.response.setHeader("www-authenticate", 'Bearer error="invalid_token"');
  return new AwsError(401, "invalid_token");
}

/** The claims of a token that one of the keys has signed; null for any other text. */
function verified({ api }: AwsCall, text: string): Claims | null {
  const [head = "", body = "", signature = "", ...more] = text.split(".");
  if (signature === "" || more.length > 0) return null;
  const key = keysShown(api.keys).find(({ kid }) => kid === readPart(head)?.["kid"]);
  if (key === undefined) return null;
  const signed = Buffer.from(signature, "base64url");
  const publicKey = createPublicKey({ key: { ...key }, format: "jwk" });
  const isOurs = verify("sha256", Buffer.from(`${head}.${body}`), publicKey, signed);
  return isOurs ? readPart(body) : null;
}

function readPart(text: string): Claims | null {
  try {
    return { ...Object(JSON.parse(Buffer.from(text, "base64url").toString("utf8"))) };
  } catch {
    return null;
  }
}
