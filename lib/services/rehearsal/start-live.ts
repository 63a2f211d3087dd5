import { randomBytes } from "node:crypto";
import { takeAdvisoryLock } from "@/lib/db/advisory-lock";
import type { Tx } from "@/lib/db/client";
import { type Event, Prisma } from "@/lib/db/generated/client";
import { type LivePlan, TEST_COPY_MARK } from "@/lib/domain/rehearsal/live";
import { newId } from "@/lib/platform/ids";
import type { ServiceContext } from "@/lib/services/context";
import { ServiceError } from "@/lib/services/errors";
import { getEventOfCustomer } from "@/lib/services/event/find-event";
import { enqueueOutbox } from "@/lib/services/outbox/enqueue";
import { recordAudit } from "@/lib/services/record-audit";
import { requirePermission } from "@/lib/services/require-permission";
import { addSecret } from "@/lib/services/secret/add-secret";
import { withTransaction } from "@/lib/services/with-transaction";
import { type ListedRehearsal, toListed } from "./rehearsal-view";
import { type StartLiveInput, startLiveInput } from "./schemas";
import { TEST_SITE_HOST } from "./test-site";

const NAME_CHARACTERS = 100;

/**
 * Opens a copy of an event and sends test visitors to it, through the real waiting room and connector. The copy has a
 * secret of its own, is named as a test everywhere, and is removed when the rehearsal is over; the event itself is not
 * touched. Throws `precondition_failed` while another live rehearsal is under way anywhere in the installation.
 */
export async function startLiveRehearsal(
  context: ServiceContext,
  rawInput: StartLiveInput,
): Promise<ListedRehearsal> {
  requirePermission(context, "rehearsal:run");
  const { eventId, ...plan } = startLiveInput.parse(rawInput);
  return withTransaction(context, async (tx) => {
    await takeAdvisoryLock(tx, "rehearsal:live");
    await requireNoOther(tx);
    await requireNotSuspended(tx, context);
    const event = await getEventOfCustomer(tx, context, eventId);
    if (event.testOf !== null) {
      throw new ServiceError("precondition_failed", `${event.name} is a copy itself.`);
    }
    const copy = await copyEvent(tx, event, plan);
    await addSecret(tx, context, { eventId: copy.id, isActive: true });
    const run = await tx.run.create({
      data: { id: newId("run"), eventId: copy.id, number: copy.currentRun },
    });
    const row = await tx.rehearsal.create({
      data: {
        id: newId("rehearsal"),
        customerId: context.customer.id,
        kind: "live",
        name: `Live at ${event.name}`,
        eventId: event.id,
        plan,
        copy: copy.wireId,
        createdBy: context.actor.name,
      },
    });
    await recordAudit(tx, context, {
      verb: "rehearsal.start-live",
      subject: row.id,
      summary: `began a live rehearsal of ${event.name} with ${plan.people} test visitors`,
      details: { eventId, copy: copy.wireId, plan },
    });
    await enqueueOutbox(tx, context, "customer", context.customer.id);
    await enqueueOutbox(tx, context, "run", run.id);
    await enqueueOutbox(tx, context, "event", copy.id);
    return toListed(row);
  });
}

async function requireNoOther(tx: Tx): Promise<void> {
  const others = await tx.rehearsal.count({
    where: { kind: "live", state: { in: ["queued", "running"] } },
  });
  if (others === 0) return;
  throw new ServiceError(
    "precondition_failed",
    "A live rehearsal is under way in this installation, and there can be one at a time. Wait until it is over, or stop it.",
  );
}

async function requireNotSuspended(tx: Tx, { customer }: ServiceContext): Promise<void> {
  const { suspension } = await tx.customer.findUniqueOrThrow({
    where: { id: customer.id },
    select: { suspension: true },
  });
  if (suspension === null) return;
  const reason = `${customer.name} is suspended, so nothing can be opened. Ask whoever runs this installation.`;
  throw new ServiceError("customer_suspended", reason);
}

/**
 * The event as its visitors know it, but open at once: without times and draw, invitations, challenges, mails and what
 * asks the site. So everybody who comes takes a place, and nobody outside hears of it.
 */
async function copyEvent(tx: Tx, event: Event, plan: LivePlan): Promise<Event> {
  const { id, logo, lanes, ...columns } = event;
  const name = `${TEST_COPY_MARK} ${event.name}`.slice(0, NAME_CHARACTERS);
  return tx.event.create({
    data: {
      ...columns,
      ...EMPTY,
      id: newId("event"),
      testOf: id,
      wireId: `test${randomBytes(6).toString("hex")}`,
      name,
      lanes: lanes ?? [],
      logo: logo === null ? null : new Uint8Array(logo),
      allowedHosts: [...event.allowedHosts, TEST_SITE_HOST],
      outflowPerMinute: plan.outflowPerMinute,
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
}

const EMPTY = {
  kind: "always_on",
  status: "open",
  paused: false,
  softBlock: false,
  pauseMessage: null,
  pauseMessages: Prisma.DbNull,
  message: Prisma.DbNull,
  startAt: null,
  endAt: null,
  schedules: [],
  draw: Prisma.DbNull,
  inviteOnly: false,
  admission: Prisma.DbNull,
  governor: Prisma.DbNull,
  afterEvent: Prisma.DbNull,
  turn: Prisma.DbNull,
  protection: Prisma.DbNull,
  releasedPlaces: Prisma.DbNull,
  notices: Prisma.DbNull,
  activeCap: null,
  lineLimit: null,
  safetyNetPerMinute: null,
  safetyNetActive: null,
  bindsToAddress: false,
  settingsVersion: 1,
  currentRun: 1,
} as const satisfies Partial<Prisma.EventUncheckedCreateInput>;
