import type { LineChange } from "./line-changes";

type Seen = {
  /** How many were called, and nobody was there for so many of them. */
  readonly called: number;
  readonly noShows: number;
};

/** How many no-shows were told of; null: nobody wants to know. */
type PassedTold = number | null;

/**
 * What is to be told of those who were called and not there since `told`, in whose place the line called others. Somebody
 * who has begun to want to know is told of what comes.
 */
export function passedNumbers(
  told: PassedTold,
  { called, noShows }: Seen,
): { readonly told: number; readonly changes: readonly LineChange[] } {
  const increment = noShows - (told ?? noShows);
  if (increment <= 0) return { told: noShows, changes: [] };
  const data = {
    previous_serving_counter_position: Math.max(0, called - increment),
    increment_by: increment,
    current_serving_counter_position: called,
  };
  const sentence = "The line of {event} called others for those who did not come";
  return {
    told: noShows,
    changes: [{ type: "aws.automatic_serving_counter_incr", sentence, data }],
  };
}
