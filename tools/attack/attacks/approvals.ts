import { db } from "@/lib/db/client";
import type { Role } from "@/lib/domain/permissions/roles";
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
import { attacksOn, codeOf } from "../attack";
import { becomeCustomer, EVENT_ID, memberOf, openOwnEvent } from "../people";

const SALE = { eventId: EVENT_ID };
const PASSTHROUGH = { method: "passthrough" } as const;
const MILLION = { outflowPerMinute: 1_000_000 };

/** A customer that wants a second person for everything, with one admin, who attacks. */
async function openGuarded() {
  const owner = await becomeCustomer();
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
  const person = { name: "Second", password: `a long sentence ${crypto.randomUUID()}` };
  const { userId } = await joinByInvitation({ token: token.text, ...person }, email);
  return memberOf(by.customer, role, { id: userId, name: person.name });
}

async function requestOf({ customer }: ServiceContext): Promise<{ readonly approvalId: string }> {
  const where = { customerId: customer.id, state: "waiting" } as const;
  const request = await db().approval.findFirst({ where });
  if (request === null) throw new Error("Nobody was asked.");
  return { approvalId: request.id };
}

async function eventOf({ customer }: ServiceContext) {
  const where = { customerId: customer.id, wireId: EVENT_ID };
  return toEventView(await db().event.findFirstOrThrow({ where }));
}

async function honestSecondPerson(): Promise<void> {
  const { admin, second } = await openGuarded();
  await setOutflow(admin, { ...SALE, outflowPerMinute: 7_000 }).catch(() => null);
  await approveRequest(second, await requestOf(admin));
  const { outflowPerMinute } = await eventOf(admin);
  if (outflowPerMinute !== 7_000) throw new Error("What was approved was not done.");
}

export const APPROVAL_ATTACKS = attacksOn(honestSecondPerson, {
  "S32-second-self: An admin asks, and approves as a second member whom they have invited":
    async () => {
      const { admin } = await openGuarded();
      const before = await join(admin, "admin");
      await stopEvent(admin, SALE);
      const request = await requestOf(admin);
      const after = await join(admin, "admin");
      const codes: string[] = [];
      for (const by of [before, after, admin])
        codes.push(await codeOf(approveRequest(by, request)));
      const { status } = await eventOf(admin);
      return {
        succeeded: status !== "open" || codes.includes("done"),
        seen: `The event is ${status}; the three approvals were answered ${codes.join(", ")}.`,
      };
    },
  "S32-own-provider: An owner sets a provider of their own, to sign in as the second person":
    async () => {
      const { owner } = await openGuarded();
      const provider = {
        ...{ issuer: "https://login.example", clientId: "console", clientSecret: "secret" },
        ...{ joins: true, defaultRole: "viewer" as const },
      };
      const code = await codeOf(setProvider(owner, provider));
      const customerId = owner.customer.id;
      const providers = await db().identityProvider.count({ where: { customerId } });
      return { succeeded: providers > 0, seen: `Setting a provider alone was answered ${code}.` };
    },
  // Below the limit as above it: in steps, each as small as anybody's.
  "S34-outflow-in-steps: An operator raises the outflow by and by until it is no line any more":
    async () => {
      const { admin } = await openGuarded();
      let reached = 0;
      for (let outflowPerMinute = 1_000; outflowPerMinute <= 1_000_000; outflowPerMinute *= 2) {
        if ((await codeOf(setOutflow(admin, { ...SALE, outflowPerMinute }))) !== "done") break;
        reached = outflowPerMinute;
      }
      if (reached === 0) throw new Error("Not even a small outflow could be set.");
      return { succeeded: reached > 6_000, seen: `One person alone reached ${reached} a minute.` };
    },
  // All ways by which one person has let everybody through.
  "S39-another-door: An operator lets everybody through by a setting, an outflow, a lottery or a schedule":
    async () => {
      const { admin } = await openGuarded();
      const [startLocal, endLocal] = ["2090-01-01T00:00", "2090-01-02T00:00"];
      const timing = { kind: "once" as const, timeZone: "UTC", startLocal, endLocal };
      const later = { id: "later", name: "Later", preQueueMinutes: 0, timing };
      const share = { type: "percentage", percent: 100 } as const;
      const admission = { share, holdSeconds: 300, identity: { by: "browser" } } as const;
      const changes: readonly Omit<Parameters<typeof updateEvent>[1], "eventId">[] = [
        PASSTHROUGH,
        { safetyNetPerMinute: 1_000_000 },
        { admission },
        { schedules: [{ ...later, overrides: PASSTHROUGH }] },
        { schedules: [{ ...later, overrides: MILLION }] },
      ];
      const codes = [await codeOf(setOutflow(admin, { ...SALE, ...MILLION }))];
      for (const change of changes)
        codes.push(await codeOf(updateEvent(admin, { ...SALE, ...change })));
      const { method, outflowPerMinute, safetyNetPerMinute, schedules } = await eventOf(admin);
      const isOpen =
        method === "passthrough" || outflowPerMinute > 6_000 || safetyNetPerMinute !== null;
      return {
        succeeded: isOpen || codes.includes("done") || schedules.length > 0,
        seen: `${codes.length} ways were answered ${[...new Set(codes)].join(", ")}.`,
      };
    },
});
