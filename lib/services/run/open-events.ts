import { db } from "@/lib/db/client";

/** An event whose line is ticked. `customerId` and `eventId` are ids of the wire. */
export type OpenEvent = {
  readonly id: string;
  readonly customerId: string;
  readonly eventId: string;
  readonly runId: number;
  readonly settingsVersion: number;
};

/** The open events of all customers. */
export async function listOpenEvents(): Promise<readonly OpenEvent[]> {
  const events = await db().event.findMany({
    where: { status: "open" },
    select: {
      id: true,
      wireId: true,
      currentRun: true,
      settingsVersion: true,
      customer: { select: { wireId: true } },
    },
    orderBy: { id: "asc" },
  });
  return events.map((event) => ({
    id: event.id,
    customerId: event.customer.wireId,
    eventId: event.wireId,
    runId: event.currentRun,
    settingsVersion: event.settingsVersion,
  }));
}
