import { z } from "zod";
import { customerAnswer } from "./customer";
import { named } from "./names";

const count = z.number().int();

/** A customer of the installation. */
export const listedCustomerAnswer = named(
  "ListedCustomer",
  customerAnswer.extend({ events: count, openEvents: count, members: count }),
);

/** A new customer. `mailFailure`: why its owner was sent no e-mail; hand the address over yourself then. */
export const createdCustomerAnswer = named(
  "CreatedCustomer",
  z.object({
    customer: customerAnswer,
    invitation: z.object({ address: z.string(), mailFailure: z.string().nullable() }),
  }),
);

export const deletedCustomerAnswer = z.object({ customerId: z.string(), redisKeys: count });
