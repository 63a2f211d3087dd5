import { isWireId } from "@/lib/domain/wire-id";
import { HttpError } from "@/waiting-room/http/http";
import type { CachedCustomer } from "@/waiting-room/visit/memory/customer-memory";
import type { ServerContext } from "@/waiting-room/visit/server-context";

/** A customer by wire id; null when there is none. Rejects with `HttpError` when Redis does not answer. */
export async function findCustomer(
  context: ServerContext,
  customerId: string | undefined,
): Promise<CachedCustomer | null> {
  if (customerId === undefined || !isWireId(customerId)) throw new HttpError("bad-request");
  return context.customers.find(customerId).catch((error: unknown) => {
    context.log(error);
    throw new HttpError("recovering", 2_000);
  });
}
