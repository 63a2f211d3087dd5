import { createHash } from "node:crypto";
import { networkOf } from "@/lib/platform/client-address";
import { ServiceError } from "@/lib/services/ground/errors";
import type { ApiAnswer, ApiCall } from "./handle";
import { bodyOf } from "./json-body";
import { type Allowance, spendRequest } from "./limits";
import type { Operation } from "./operation";
import { readInput } from "./read-input";

type Params = Readonly<Record<string, string>>;

/**
 * Answers an operation that takes no key: as often as one address may ask, whatever key it shows. Throws `limit_exceeded`
 * where it has asked more often; `note` gets what is left in any case.
 */
export async function answerAnyone(
  asked: ApiCall,
  operation: Operation,
  params: Params,
  note: (allowance: Allowance) => void,
): Promise<ApiAnswer> {
  const { address, query } = asked;
  const allowance = await spendRequest(spenderOf(address), operation.lane);
  note(allowance);
  if (allowance.isSpent) {
    throw new ServiceError("limit_exceeded", "Too many requests. Try again in a minute.");
  }
  const input = readInput(operation, { params, query, body: bodyOf(asked) });
  // It is for anyone, and the input was read by its own schema.
  const result = await operation.run({ address } as never, input as never);
  return { status: operation.status, headers: {}, body: JSON.stringify(result) };
}

/** Nobody's name on the wire is a dash, and no address is kept as it is. */
function spenderOf(address: string) {
  const hash = createHash("sha256").update(networkOf(address)).digest("base64url");
  return { customerId: "-", apiKeyId: hash.slice(0, 16) };
}
