import { z } from "zod";
import { eventIdField } from "@/lib/services/event/settings/inputs";
import { PAGE_FIELDS } from "@/lib/services/ground/keyset";

export const findVisitorInput = z.strictObject({
  /** The event that the code is of; a queue id is found without it. */
  eventId: eventIdField.optional(),
  code: z
    .string()
    .trim()
    .min(1, "Enter a support code or queue ID.")
    .max(64, "This is neither a support code nor a queue ID."),
});
export type FindVisitorInput = z.input<typeof findVisitorInput>;

export const searchVisitorsInput = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, "Enter a support code, queue ID, e-mail address or key.")
    .max(256, "Enter at most 256 characters."),
});
export type SearchVisitorsInput = z.input<typeof searchVisitorsInput>;

const visitorsShown = {
  eventId: eventIdField,
  show: z.enum(["waiting", "called", "admitted", "left"]).default("waiting"),
  /** The key of a lane; its first one where none is named. */
  lane: z.string().max(64).optional(),
};
/** Where a page before says that this one begins. */
const pagePlace = z
  .string()
  .regex(/^\d{1,16}$/, "This is not the address of a page.")
  .optional();

export const listVisitorsInput = z.strictObject({
  ...visitorsShown,
  from: pagePlace,
  limit: PAGE_FIELDS.limit,
});
/** A page of it is as long as pages are, unless said otherwise. */
export type ListVisitorsInput = Omit<z.output<typeof listVisitorsInput>, "limit"> & {
  readonly limit?: number;
};

export const pageVisitorsInput = z.strictObject({
  ...visitorsShown,
  cursor: pagePlace,
  limit: PAGE_FIELDS.limit,
});

export const cancelPlaceInput = findVisitorInput.required({ eventId: true }).extend({
  /** The number that the person saw, so that nobody else is cancelled. */
  number: z.number().int().min(1),
});
export type CancelPlaceInput = z.input<typeof cancelPlaceInput>;

export const endSessionInput = cancelPlaceInput.extend({
  status: z.enum(["completed", "abandoned"]),
  /** By what programs are told who it was: the queue id. */
  requestId: z.string().min(1).max(64),
});
export type EndSessionInput = z.output<typeof endSessionInput>;
