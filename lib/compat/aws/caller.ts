import { API_PATH } from "@/lib/api/api-path";
import { type CustomerCaller, customerCallerOf } from "@/lib/api/callers";
import type { ApiCall } from "@/lib/api/handle";
import { reportError } from "@/lib/http/report-error";
import { noteApiKeyUse } from "@/lib/line/commands/api-key-uses";
import { sourceOf } from "@/lib/services/ground/act-source";
import { ServiceError } from "@/lib/services/ground/errors";
import { changeLine } from "@/lib/services/ground/line-redis";
import { holderOfAccessKey } from "@/lib/services/sites/aws-api/holder-of-access-key";
import { isSignedWith, readSignature } from "./signature-v4";

/**
 * Who makes a private call: by an access key that signs it, or by an API key, as a bearer token or as the password of Basic
 * authentication, which is what SNS can send. Throws `unauthenticated` for everybody else.
 */
export async function callerOfAws(asked: ApiCall): Promise<CustomerCaller> {
  const authorization = asked.header("authorization");
  const signature = readSignature(authorization);
  if (signature === null) return customerCallerOf(withBearer(asked, authorization ?? ""));
  const holder = await holderOfAccessKey(signature.accessKeyId);
  const request = { ...asked, path: API_PATH + asked.path };
  if (holder === null || !isSignedWith(holder.secret, signature, request, Date.now()))
    throw new ServiceError("unauthenticated", "The signature of the request does not match.");
  noteUse(holder.context.customer.wireId, signature.accessKeyId);
  const source = sourceOf({ sessionId: null, address: asked.address });
  const { apiKeyId: keyId, context } = holder;
  return { keyId, customerId: context.customer.wireId, context: { ...context, source } };
}

const USE_NOTED_EVERY_MS = 60_000;
const USES_REMEMBERED = 1_000;
const notedAtMs = new Map<string, number>();

/** Notes when an access key was used, beside the uses of API keys. Nobody waits for it. */
function noteUse(customerId: string, accessKeyId: string): void {
  const atMs = Date.now();
  if (atMs - (notedAtMs.get(accessKeyId) ?? 0) < USE_NOTED_EVERY_MS) return;
  if (notedAtMs.size >= USES_REMEMBERED) notedAtMs.clear();
  notedAtMs.set(accessKeyId, atMs);
  const use = { apiKeyId: accessKeyId, atMs };
  changeLine((redis) => noteApiKeyUse(redis, customerId, use)).catch(reportError);
}

function withBearer(asked: ApiCall, authorization: string): ApiCall {
  const [, basic] = /^Basic +([\w+/=-]{1,400})$/i.exec(authorization) ?? [];
  if (basic === undefined) return asked;
  const pair = Buffer.from(basic, "base64").toString("utf8");
  const bearer = `Bearer ${pair.slice(pair.indexOf(":") + 1)}`;
  return { ...asked, header: (name) => (name === "authorization" ? bearer : asked.header(name)) };
}
