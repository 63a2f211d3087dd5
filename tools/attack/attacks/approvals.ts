import { db } from "@/lib/db/client";
import type { Role } from "@/lib/domain/permissions/roles";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { newId } from "@/lib/platform/ids";
import { setOutflow } from "@/lib/services/event/control/set-outflow";
import { stopEvent } from "@/lib/services/event/control/stop";
import { updateEvent } from "@/lib/services/event/manage/update";
import { toEventView } from "@/lib/services/event/settings/event-view";
import type { ServiceContext } from "@/lib/services/ground/context";
import { newMailedToken } from "@/lib/services/ground/mailed-token";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { setApprovals } from "@/lib/services/people/approval/set-approvals";
import { joinByInvitation } from "@/lib/services/people/invitation/accept";
import { addInvitation } from "@/lib/services/people/invitation/create";
import { setProvider } from "@/lib/services/people/single-sign-on/provider";
import { type AttackResult, attacksOn, type Target } from "../attack";
import { becomeCustomer, openOwnEvent } from "../attacker";

const SALE = { eventId: "sale" };
const PASSTHROUGH = { method: "passthrough" } as const;
const MILLION = { outflowPerMinute: 1_000_000 };

/** A customer that wants a second person for everything, with one admin, who attacks. */
async function openGuarded(target: Target) {
  const owner = await becomeCustomer(target);
  const admin = await join(owner, "admin");
  const second = await join(owner, "owner");
  await openOwnEvent(owner);
  const topics = ["stop", "let-through", "delete", "secrets", "members", "sign-in"] as const;
  await setApprovals(owner, { topics: [...topics] });
  return { owner, admin, second };
}

/** Somebody whom the database has as invited by a member: what the attack is about is what such a member may decide. */
async function join(by: ServiceContext, role: Role): Promise<ServiceContext> {
  const email = `${newId("user").toLowerCase()}@example.com`;
  const token = newMailedToken();
  await db().$transaction((tx) => addInvitation(tx, by, { email, role, token }));
  const password = `a long sentence ${crypto.randomUUID()}`;
  const { userId } = await joinByInvitation({ token: token.text, name: "Second", password }, email);
  return {
    customer: by.customer,
    actor: { type: "user", id: userId, name: "Second" },
    permissions: permissionsOfRole(role),
    signIn: { sessionId: newId("session"), provenAt: new Date() },
  };
}

const waitingOf = ({ customer }: ServiceContext) =>
  db().approval.findMany({ where: { customerId: customer.id, state: "waiting" } });
const eventOf = async ({ customer }: ServiceContext) =>
  toEventView(
    await db().event.findFirstOrThrow({
      where: { customerId: customer.id, wireId: SALE.eventId },
    }),
  );

/** A second person whom the owner knows approves what an admin asks for, and it is done. */
async function honestSecondPerson(target: Target): Promise<void> {
  const { admin, second } = await openGuarded(target);
  await setOutflow(admin, { ...SALE, outflowPerMinute: 7_000 }).catch(() => null);
  const [request] = await waitingOf(admin);
  if (request === undefined) throw new Error("Nobody was asked for the outflow.");
  await approveRequest(second, { approvalId: request.id });
  const { outflowPerMinute } = await eventOf(admin);
  if (outflowPerMinute !== 7_000) throw new Error("What was approved was not done.");
}

/** The codes of what was refused; an act that is done has none. */
async function codeOf(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => "done",
    (error: unknown) =>
      typeof error === "object" && error !== null && "code" in error ? String(error.code) : "error",
  );
}

async function approveOwn(target: Target): Promise<AttackResult> {
  const { admin } = await openGuarded(target);
  const before = await join(admin, "admin");
  await stopEvent(admin, SALE);
  const [request] = await waitingOf(admin);
  if (request === undefined) throw new Error("Nobody was asked for the stop.");
  const after = await join(admin, "admin");
  const approvalId = request.id;
  const codes = [
    await codeOf(approveRequest(before, { approvalId })),
    await codeOf(approveRequest(after, { approvalId })),
    await codeOf(approveRequest(admin, { approvalId })),
  ];
  const { status } = await eventOf(admin);
  return {
    succeeded: status !== "open" || codes.includes("done"),
    seen: `The event is ${status}; the three approvals were answered ${codes.join(", ")}.`,
  };
}

async function becomeSomebody(target: Target): Promise<AttackResult> {
  const { owner } = await openGuarded(target);
  const provider = {
    ...{ issuer: "https://login.example", clientId: "console", clientSecret: "secret" },
    ...{ joins: true, defaultRole: "viewer" as const },
  };
  const code = await codeOf(setProvider(owner, provider));
  const customerId = owner.customer.id;
  const providers = await db().identityProvider.count({ where: { customerId } });
  return { succeeded: providers > 0, seen: `Setting a provider alone was answered ${code}.` };
}

/** All ways by which one person has let everybody through. */
async function letThroughAlone(target: Target): Promise<AttackResult> {
  const { admin } = await openGuarded(target);
  const schedule = (overrides: object) => ({
    ...{ id: "later", name: "Later", preQueueMinutes: 0, overrides },
    timing: {
      ...{ kind: "once" as const, timeZone: "UTC" },
      ...{ startLocal: "2090-01-01T00:00", endLocal: "2090-01-02T00:00" },
    },
  });
  const share = { type: "percentage", percent: 100 } as const;
  const admission = { share, holdSeconds: 300, identity: { by: "browser" } } as const;
  const acts: readonly (() => Promise<unknown>)[] = [
    () => updateEvent(admin, { ...SALE, ...PASSTHROUGH }),
    () => setOutflow(admin, { ...SALE, ...MILLION }),
    () => updateEvent(admin, { ...SALE, safetyNetPerMinute: 1_000_000 }),
    () => updateEvent(admin, { ...SALE, admission }),
    () => updateEvent(admin, { ...SALE, schedules: [schedule(PASSTHROUGH)] }),
    () => updateEvent(admin, { ...SALE, schedules: [schedule(MILLION)] }),
  ];
  const codes: string[] = [];
  for (const act of acts) codes.push(await codeOf(act()));
  const { method, outflowPerMinute, safetyNetPerMinute, schedules } = await eventOf(admin);
  const isOpen =
    method === "passthrough" || outflowPerMinute > 6_000 || safetyNetPerMinute !== null;
  return {
    succeeded: isOpen || codes.includes("done") || JSON.stringify(schedules) !== "[]",
    seen: `${codes.length} ways were answered ${[...new Set(codes)].join(", ")}.`,
  };
}

/** Below the limit as above it: in steps, each as small as anybody's. */
async function raiseInSteps(target: Target): Promise<AttackResult> {
  const { admin } = await openGuarded(target);
  let reached = 0;
  for (let outflowPerMinute = 1_000; outflowPerMinute <= 1_000_000; outflowPerMinute *= 2) {
    if ((await codeOf(setOutflow(admin, { ...SALE, outflowPerMinute }))) !== "done") break;
    reached = outflowPerMinute;
  }
  if (reached === 0) throw new Error("Not even a small outflow could be set.");
  return { succeeded: reached > 6_000, seen: `One person alone reached ${reached} a minute.` };
}

export const APPROVAL_ATTACKS = attacksOn(honestSecondPerson, {
  "S32-second-self": [
    "An admin asks, and approves as a second member whom they have invited",
    approveOwn,
  ],
  "S32-own-provider": [
    "An owner sets a provider of their own, to sign in as the second person",
    becomeSomebody,
  ],
  "S34-outflow-in-steps": [
    "An operator raises the outflow by and by until it is no line any more",
    raiseInSteps,
  ],
  "S39-another-door": [
    "An operator lets everybody through by a setting, an outflow, a lottery or a schedule",
    letThroughAlone,
  ],
});
