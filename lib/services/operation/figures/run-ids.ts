import type { db, Tx } from "@/lib/db/client";

/** What was counted of an event, by the number of its run. */
type CountedRuns = {
  readonly eventId: string;
  readonly counted: readonly { readonly runId: number }[];
};

/** The ids of the runs in which something was counted, by the event's id and the run's number with a space between. */
export async function readRunIds(
  client: Tx | ReturnType<typeof db>,
  events: readonly CountedRuns[],
): Promise<ReadonlyMap<string, string>> {
  const runs = await client.run.findMany({
    where: {
      OR: events.map(({ eventId, counted }) => ({
        eventId,
        number: { in: [...new Set(counted.map(({ runId }) => runId))] },
      })),
    },
    select: { id: true, eventId: true, number: true },
  });
  return new Map(runs.map(({ id, eventId, number }) => [`${eventId} ${number}`, id]));
}
