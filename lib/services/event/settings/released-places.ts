import { z } from "zod";
import type { Event } from "@/lib/db/generated/client";
import { isLetInName } from "@/lib/domain/line/let-in-name";

/** So many are kept of a run, of each kind; whoever was named before has a place, or is in, by then. */
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

/** The same with one more. Those who are released and those who are let in next never displace one another. */
export function withReleased(
  event: Pick<Event, "releasedPlaces" | "currentRun">,
  name: string,
): z.infer<typeof storedSchema> {
  const before = releasedPlacesOf(event);
  const ofKind = before.filter((one) => isLetInName(one) === isLetInName(name));
  const displaced = ofKind.length < RELEASED_MAX ? null : ofKind[0];
  const queueIds = [...before.filter((one) => one !== displaced), name];
  return { run: event.currentRun, queueIds };
}
