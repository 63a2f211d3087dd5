import { claimOfRequest } from "@/lib/secrets/aws-tokens";
import { goIn } from "@/waiting-room/visit/admission/go-in";
import { type AwsAnswer, type AwsCall, requireSite } from "./aws-call";
import { AwsError } from "./aws-error";
import { lineOf, noteSeen, readFields } from "./in-line";
import { type Asking, openRequestId } from "./request-id";
import { tokensOf } from "./tokens";

const NOT_YET = "Request ID not being served yet";
const OVER = "Token corresponding to request id has expired";

/**
 * `POST generate_token` `{"event_id", "request_id"}`: lets in whoever was called, by the same door as everybody: one slot, within
 * the cap, once. While the token that lets in at connectors would be valid, repeating it gets the same tokens.
 */
export async function generateToken(call: AwsCall): Promise<AwsAnswer> {
  const { context, exchange, api } = call;
  const fields = await readFields(exchange);
  const found = await lineOf(call, fields["event_id"]);
  requireSite(exchange, found.settings);
  const requestId = String(fields["request_id"] ?? "");
  const asking = openRequestId(context, found, requestId);
  if (asking === null || found.settings.isTest === true)
    throw new AwsError(400, "Invalid request ID");
  noteSeen(context, asking);
  const { permit, place } = await admit(call, asking, requestId);
  const bearer = { settings: found.settings, place, admission: place.admission };
  return tokensOf(permit, api, { ...bearer, subject: requestId }, found.lineNow());
}

async function admit({ context, exchange }: AwsCall, { line, place }: Asking, requestId: string) {
  const carried = { text: requestId, inCookie: false, kept: null };
  const visit = { line, event: line.settings, place, carried };
  const claim = claimOfRequest(requestId);
  const entry = await goIn(context, exchange, { visit, place, claim }, 0);
  switch (entry.type) {
    case "admitted":
      return entry;
    case "elsewhere":
      throw new AwsError(403, "Prove that you hold the key with which this place was taken");
    case "moved":
      throw new AwsError(410, "The place was moved to another device");
    case "inside":
      throw new AwsError(410, OVER);
    case "refused":
      if (entry.answer.status === "wait")
        throw new AwsError(202, NOT_YET, entry.answer.retryAfterMs);
      throw new AwsError(410, entry.answer.status === "soldout" ? "Sold out" : OVER);
  }
}
