import { z } from "zod";
import type { ServiceContext } from "@/lib/services/ground/context";
import {
  defineInstallationVerb,
  type InstallationCaller,
} from "@/lib/services/ground/define-installation-verb";
import { notFound } from "@/lib/services/ground/errors";
import { changeLine } from "@/lib/services/ground/line-redis";
import { createCustomer } from "@/lib/services/installation/customer/create";
import type { CustomerView } from "@/lib/services/installation/customer/customer-view";
import { deleteCustomer, deleteCustomerInput } from "@/lib/services/installation/customer/delete";
import {
  contextForInstallation,
  type ListedCustomer,
  listCustomers,
} from "@/lib/services/installation/customer/list-all";
import { resumeCustomer } from "@/lib/services/installation/customer/resume";
import {
  createCustomerInput,
  customerLimitsInput,
  suspendCustomerInput,
} from "@/lib/services/installation/customer/schemas";
import { setCustomerLimits } from "@/lib/services/installation/customer/set-limits";
import { suspendCustomer } from "@/lib/services/installation/customer/suspend";

const named = z.strictObject({ customerId: z.string().min(1).max(100) });

/** All customers of the installation, by id. */
export const listAllCustomers = defineInstallationVerb(
  "customers:read",
  z.strictObject({}),
  (): Promise<readonly ListedCustomer[]> => listCustomers(),
);

/** One of them. Throws `not_found`. */
export const readCustomer = defineInstallationVerb(
  "customers:read",
  named,
  async (_, { customerId }): Promise<ListedCustomer> => {
    const [found] = await listCustomers(customerId);
    if (found === undefined) throw notFound("customer");
    return found;
  },
);

/** Makes a customer and invites its first owner by e-mail. Throws as `createCustomer`. */
export const addCustomer = defineInstallationVerb(
  "customers:write",
  createCustomerInput,
  (caller, input) => createCustomer(commandOf(caller), input, caller.source),
);

/** Sets some limits of a customer; null takes one away. */
export const limitCustomer = defineInstallationVerb(
  "customers:write",
  customerLimitsInput.extend(named.shape),
  async (caller, { customerId, ...limits }): Promise<CustomerView> =>
    setCustomerLimits(await contextOf(caller, customerId), limits),
);

/** Suspends a customer. Throws as `suspendCustomer`. */
export const holdCustomer = defineInstallationVerb(
  "customers:write",
  suspendCustomerInput.extend(named.shape),
  async (caller, { customerId, events }): Promise<CustomerView> =>
    suspendCustomer(await contextOf(caller, customerId), { events }),
);

/** Ends a suspension. Throws as `resumeCustomer`. */
export const releaseCustomer = defineInstallationVerb(
  "customers:write",
  named,
  async (caller, { customerId }): Promise<CustomerView> =>
    resumeCustomer(await contextOf(caller, customerId)),
);

/** Deletes a customer and all its data, which takes some seconds. Throws as `deleteCustomer`. */
export const removeCustomer = defineInstallationVerb(
  "customers:delete",
  deleteCustomerInput.extend(named.shape),
  async (caller, { customerId, ...input }) => {
    const context = await contextOf(caller, customerId);
    // Only the connection: what is refused is no fault of it.
    const { redis } = await changeLine(async (connected) => ({ redis: connected }));
    return deleteCustomer(redis, context, input);
  },
);

const commandOf = ({ key }: InstallationCaller) => `API key ${key.name}`;

async function contextOf(caller: InstallationCaller, customerId: string): Promise<ServiceContext> {
  const context = await contextForInstallation(customerId, commandOf(caller));
  return caller.source === undefined ? context : { ...context, source: caller.source };
}
