import { z } from "zod";
import { lineOfText, wholeNumber } from "@/lib/domain/fields";
import { customerIdField, emailField } from "@/lib/services/people/user/schemas";

const COUNT_MAX = 1_000_000_000;

/** Null takes a limit away; one that is left out stays. */
export const customerLimitsInput = z.strictObject({
  maxEvents: wholeNumber(1, 100_000).nullable().exactOptional(),
  maxOutflowPerMinute: wholeNumber(1, 1_000_000).nullable().exactOptional(),
  maxWaiting: wholeNumber(1, COUNT_MAX).nullable().exactOptional(),
});

export const createCustomerInput = customerLimitsInput.extend({
  customerId: customerIdField,
  name: lineOfText(80),
  /** Who gets the invitation to be its first owner. */
  ownerEmail: emailField,
});
export type CreateCustomerInput = z.input<typeof createCustomerInput>;

export const suspendCustomerInput = z.strictObject({ events: z.enum(["hold", "let-through"]) });
