import type { Tx } from "@/lib/db/client";
import type { SettingValues } from "@/lib/domain/event/settings/table";
import { occurrenceOfRow, schedulesOf } from "@/lib/services/event/settings/event-schedules";
import type { ServiceContext } from "@/lib/services/ground/context";
import { ServiceError } from "@/lib/services/ground/errors";
import { lockCustomer } from "@/lib/services/ground/lock-customer";

const ASK = "To raise this limit, contact your administrator.";

/** Which of the customer's events count against the limit. */
type Counted = "all" | "open";

/**
 * Throws `event_limit` where the customer may have no further event, or none that is open. Held until the
 * transaction ends, so that of two at the same moment only one passes.
 */
export async function requireRoomForEvent(
  tx: Tx,
  context: ServiceContext,
  counted: Counted,
): Promise<void> {
  await lockCustomer(tx, context);
  const { maxEvents } = await tx.customer.findUniqueOrThrow({
    where: { id: context.customer.id },
    select: { maxEvents: true },
  });
  if (maxEvents === null) return;
  const count = await tx.event.count({
    where: {
      customerId: context.customer.id,
      testOf: null,
      ...(counted === "open" ? { status: "open" as const } : {}),
    },
  });
  if (count < maxEvents) return;
  const most = `${context.customer.name} is limited to ${maxEvents} ${maxEvents === 1 ? "event" : "events"}`;
  throw new ServiceError(
    "event_limit",
    counted === "open"
      ? `${most} open at once. Stop one first. ${ASK}`
      : `${most}. Reuse an existing event. ${ASK}`,
  );
}

type Outflows = Pick<SettingValues, "outflowPerMinute" | "safetyNetPerMinute"> & {
  readonly schedules: unknown;
  readonly occurrence?: unknown;
};

/**
 * Throws `outflow_limit` where an outflow is above what the customer may have, of the event, its safety net, one of
 * its schedules or the occurrence of its run. One that was there before may stay: it is in force only up to the limit.
 */
export async function requireOutflowWithin(
  tx: Tx,
  context: ServiceContext,
  { before, after }: { readonly before: Outflows | null; readonly after: Outflows },
): Promise<void> {
  const { maxOutflowPerMinute } = await tx.customer.findUniqueOrThrow({
    where: { id: context.customer.id },
    select: { maxOutflowPerMinute: true },
  });
  if (maxOutflowPerMinute === null) return;
  const kept = before === null ? [] : outflowsOf(before);
  const above = outflowsOf(after).find(
    ({ of, perMinute }) =>
      perMinute > maxOutflowPerMinute &&
      !kept.some((one) => one.of === of && one.perMinute === perMinute),
  );
  if (above === undefined) return;
  const reason = `The outflow is limited to ${maxOutflowPerMinute} per minute. ${ASK}`;
  throw new ServiceError("outflow_limit", reason, { fields: { [above.field]: reason } });
}

/** Each outflow that is set: the field of the form, and what it is the outflow of. */
function outflowsOf({ outflowPerMinute, safetyNetPerMinute, schedules, occurrence }: Outflows) {
  const kept = occurrenceOfRow({ occurrence: occurrence ?? null });
  const scheduled = schedulesOf({ schedules }).map(({ id, overrides }) => ({
    field: "schedules",
    of: id,
    perMinute: overrides.outflowPerMinute ?? 0,
  }));
  return [
    { field: "outflowPerMinute", of: "", perMinute: outflowPerMinute },
    { field: "safetyNetPerMinute", of: "net", perMinute: safetyNetPerMinute ?? 0 },
    ...scheduled,
    {
      field: "schedules",
      of: "occurrence",
      perMinute: kept?.schedule.overrides.outflowPerMinute ?? 0,
    },
  ];
}
