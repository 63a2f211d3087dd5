import { z } from "zod";
import type { Event } from "@/lib/db/generated/client";

/** So many are kept of a run; whoever was released before has a place in the line by then. */
export const RELEASED_MAX = 200;

const storedSchema = z.strictObject({
  run: z.number().int(),
  queueIds: z.array(z.string()),
});

/** Queue ids released from the false queue of an event in its run, and places that are let in next, the newest last. */
export function releasedPlacesOf(
  event: Pick<Event, "releasedPlaces" | "currentRun">,
): readonly string[] {
  const stored = storedSchema.nullable().parse(event.releasedPlaces);
  return stored?.run === event.currentRun ? stored.queueIds : [];
}
