import { streamOf } from "@/lib/http/stream-of";
import type { ServiceContext } from "@/lib/services/ground/context";
import { noSuchOperation } from "./callers";
import { createFinder } from "./find-operation";
import { isForCustomers } from "./operation";
import { readOnce } from "./read-once";
import { OPERATIONS } from "./registry";

const find = createFinder(OPERATIONS);

type Asked = {
  readonly context: ServiceContext;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly query: URLSearchParams;
};

/**
 * Answers a person who is signed in what a program of their customer reads at the same path: the verb asks for their permission.
 * It changes nothing. Throws `not_found` for what nobody can read there, and what the operation throws.
 */
export async function answerSignedIn({ context, path, query }: Asked): Promise<Response> {
  const found = find("GET", path);
  if (found === null || "allow" in found || !isForCustomers(found.operation))
    throw noSuchOperation();
  const { status, headers, body, pieces } = await readOnce({ ...found, query, context });
  const own = { "content-type": "application/json", "cache-control": "no-store", ...headers };
  return new Response(pieces === undefined ? body : streamOf(pieces), { status, headers: own });
}
