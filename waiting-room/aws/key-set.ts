import { findLine } from "@/waiting-room/visit/visit";
import type { AwsAnswer, AwsCall } from "./aws-call";
import type { AwsKeys } from "./find-aws-api";

/** `GET public_key?event_id=`: the key that signs now, as a JWK. */
export async function publicKey({ context, exchange, api }: AwsCall): Promise<AwsAnswer> {
  await findLine(context, api.customerId, exchange.query.get("event_id"));
  const [key] = keysShown(api.keys);
  return { ...key };
}

/** The keys by which tokens are verified, also those that signed until a moment ago. */
export function keysShown({ shown }: AwsKeys) {
  // A key is changed by the clock of the console; the line has no part in it.
  const now = Date.now();
  return shown.flatMap(({ shownUntilMs, ...key }) =>
    shownUntilMs === null || shownUntilMs > now ? [key] : [],
  );
}
