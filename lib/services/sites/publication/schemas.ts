import { z } from "zod";
import { countedNumber } from "@/lib/domain/fields";

export const publicationInput = z.strictObject({ version: countedNumber(1) });
export type PublicationInput = z.input<typeof publicationInput>;

export const publishInput = z.strictObject({
  /** What `getUnpublishedChanges` said the rules were: nothing else is published. */
  seen: z.string().max(100).optional(),
});
export type PublishInput = z.input<typeof publishInput>;

export const rollBackInput = z.strictObject({
  version: countedNumber(1),
  /** The newest version that the caller knows: with any other nothing happens. */
  newest: countedNumber(1),
});
export type RollBackInput = z.input<typeof rollBackInput>;

export const comparisonInput = z.strictObject({
  version: countedNumber(1),
  /** The version to compare it with; 0 for none, when all of it is new. */
  against: countedNumber(0),
});

export const listPublicationsInput = z.strictObject({
  /** Only versions before this one. */
  before: countedNumber(1).optional(),
});
export type ListPublicationsInput = z.input<typeof listPublicationsInput>;

export const browserRulesInput = z.strictObject({
  /** True: everybody may read the published rules. */
  isOpen: z.boolean(),
});
export type BrowserRulesInput = z.input<typeof browserRulesInput>;
