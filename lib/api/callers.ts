import { loadKeyContext } from "@/lib/auth/load-key-context";
import { sourceOf } from "@/lib/services/ground/act-source";
import type { ServiceContext } from "@/lib/services/ground/context";
import type { InstallationCaller } from "@/lib/services/ground/define-installation-verb";
import { forbidden, notFound, ServiceError } from "@/lib/services/ground/errors";
import {
  callerOfInstallationKey,
  isInstallationKey,
} from "@/lib/services/installation/api-key/manage";
import type { ApiCall } from "./handle";
import { type Allowance, spendRequest } from "./limits";
import type { Operation } from "./operation";

/** Who shows a key: of a customer, or of the installation. */
export type Caller = {
  readonly keyId: string;
  /** Whose keys share a limit. */
  readonly customerId: string;
  readonly context: ServiceContext | InstallationCaller;
};

export type CustomerCaller = Caller & { readonly context: ServiceContext };

/** No customer is called so. */
const INSTALLATION = "-installation";

/** The holder of a customer's key. Throws `unauthenticated` for a request without a valid one. */
export async function customerCallerOf(asked: ApiCall): Promise<CustomerCaller> {
  const use = asked.method === "GET" ? "reading" : "changing";
  const { apiKeyId, context } = await loadKeyContext(keyOf(asked), use);
  const source = sourceOf({ sessionId: null, address: asked.address });
  const customerId = context.customer.wireId;
  return { keyId: apiKeyId, customerId, context: { ...context, source } };
}

/** Who asks. Throws `unauthenticated` for a request without a valid key. */
export function callerOf(asked: ApiCall): Promise<Caller> {
  return isInstallationKey(keyOf(asked)) ? installationCallerOf(asked) : customerCallerOf(asked);
}

/**
 * Throws `not_found` for a customer's key where one of the installation is needed, and the other way round; and for the key
 * of some events as `requireReach` says.
 */
export function requireAudience(
  { context }: Caller,
  operation: Operation,
  params: Readonly<Record<string, string>>,
): void {
  const isOfCustomer = "customer" in context;
  if (isOfCustomer !== (operation.audience === "customer")) throw noSuchOperation();
  if (isOfCustomer) requireReach(context, operation, params);
}

/** A key for some events reaches these, and nothing that belongs to all. */
function requireReach(
  { eventIds }: ServiceContext,
  { keepsToEvents }: Operation,
  { eventId }: Readonly<Record<string, string>>,
): void {
  if (eventIds === undefined || keepsToEvents === true) return;
  if (eventId === undefined) throw forbidden("This API key is for single events only.");
  if (!eventIds.has(eventId)) throw notFound("event");
}

async function installationCallerOf(asked: ApiCall): Promise<Caller> {
  const caller = await callerOfInstallationKey(keyOf(asked));
  const source = sourceOf({ sessionId: null, address: asked.address });
  return { keyId: caller.key.id, customerId: INSTALLATION, context: { ...caller, source } };
}

export const noSuchOperation = (): ServiceError =>
  new ServiceError("not_found", "There is no such operation.");

function keyOf({ header }: ApiCall): string {
  const [, text] = /^Bearer +(\S+)$/i.exec(header("authorization") ?? "") ?? [];
  if (text !== undefined) return text;
  throw new ServiceError("unauthenticated", "Send an API key: “Authorization: Bearer stn_…”.");
}

/** Spends one of a key's requests. Throws `limit_exceeded` where none is left; `note` gets what is left in any case. */
export async function spend(
  { customerId, keyId: apiKeyId }: Pick<Caller, "customerId" | "keyId">,
  { lane }: Pick<Operation, "lane">,
  note: (allowance: Allowance) => void,
): Promise<void> {
  const allowance = await spendRequest({ customerId, apiKeyId }, lane);
  note(allowance);
  if (!allowance.isSpent) return;
  throw new ServiceError("limit_exceeded", "Too many requests. Try again in a minute.");
}
