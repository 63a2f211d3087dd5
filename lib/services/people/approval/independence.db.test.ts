import { afterAll, beforeEach, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { isAsked } from "@/lib/domain/approval/approval";
import type { Role } from "@/lib/domain/permissions/roles";
import { stopEvent } from "@/lib/services/event/control/stop";
import type { ServiceContext } from "@/lib/services/ground/context";
import { newMailedToken } from "@/lib/services/ground/mailed-token";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { joinByInvitation } from "@/lib/services/people/invitation/accept";
import { addInvitation, createInvitation } from "@/lib/services/people/invitation/create";
import { changeRole } from "@/lib/services/people/membership/change-role";
import { setProvider } from "@/lib/services/people/single-sign-on/provider";
import { addTestMember, createCustomerWithSale, startTestEvent } from "@/test/customer";
import { listApprovals } from "./list";
import { refuseRequest } from "./refuse";
import { setApprovals } from "./set-approvals";

afterAll(disconnectDb);

const SALE = { eventId: "sale" };

let owner: ServiceContext;
let ana: ServiceContext;
beforeEach(async () => {
  owner = await createCustomerWithSale();
  ana = await addTestMember(owner, "admin", "Ana");
  await startTestEvent(owner, SALE);
  await setApprovals(owner, { topics: ["stop"] });
});

const status = async () =>
  (await db().event.findFirstOrThrow({ where: { customerId: owner.customer.id } })).status;

async function ask(): Promise<{ readonly approvalId: string }> {
  const answer = await stopEvent(ana, SALE);
  if (!isAsked(answer)) throw new Error("Nobody was asked.");
  return { approvalId: answer.approvalId };
}

/** Somebody who joins by the invitation of a member. */
async function join(by: ServiceContext, role: Role): Promise<ServiceContext> {
  const email = `${crypto.randomUUID()}@example.com`;
  const token = newMailedToken();
  await db().$transaction((tx) => addInvitation(tx, by, { email, role, token }));
  const password = `a long word of ${crypto.randomUUID()}`;
  const { userId } = await joinByInvitation({ token: token.text, name: "Ben", password }, email);
  return { ...ana, actor: { type: "user", id: userId, name: "Ben" } };
}

async function expectRefused(context: ServiceContext, request: { readonly approvalId: string }) {
  const [shown] = await listApprovals(context);
  expect(shown).toMatchObject({ mayDecide: false, state: "waiting" });
  for (const decide of [approveRequest, refuseRequest]) {
    await expect(decide(context, request)).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(await status()).toBe("open");
}

test("whoever joined after the request does not decide it", async () => {
  const request = await ask();
  await expectRefused(await join(ana, "admin"), request);
  await expectRefused(await join(owner, "admin"), request);
});

test("whoever was given the role after the request does not decide it", async () => {
  const viewer = await addTestMember(owner, "viewer", "Vera");
  const request = await ask();
  const { id } = await db().membership.findFirstOrThrow({ where: { userId: viewer.actor.id } });
  await changeRole(owner, { membershipId: id, role: "admin" });
  await expectRefused({ ...ana, actor: viewer.actor }, request);
});

test("whoever has the role from the asker does not decide, by an invitation or by a change", async () => {
  const invited = await join(ana, "admin");
  const viewer = await addTestMember(owner, "viewer", "Vera");
  const { id } = await db().membership.findFirstOrThrow({ where: { userId: viewer.actor.id } });
  await changeRole(ana, { membershipId: id, role: "admin" });
  const request = await ask();
  await expectRefused(invited, request);
  await expectRefused({ ...ana, actor: viewer.actor }, request);
  await approveRequest(await withRoleFrom(owner, invited), await askAnew(request));
  expect(await status()).toBe("stopped");
});

test("members whom an owner knew when they set what needs a second person are theirs", async () => {
  const invited = await join(ana, "admin");
  await setApprovals(owner, { topics: ["stop", "delete"] });
  await approveRequest(invited, await ask());
  expect(await status()).toBe("stopped");
});

/** The same person, with a role that somebody else has given them. */
async function withRoleFrom(by: ServiceContext, member: ServiceContext): Promise<ServiceContext> {
  const where = { userId: member.actor.id, customerId: by.customer.id };
  const { id } = await db().membership.findFirstOrThrow({ where });
  await changeRole(by, { membershipId: id, role: "viewer" });
  await changeRole(by, { membershipId: id, role: "admin" });
  return member;
}

async function askAnew({ approvalId }: { readonly approvalId: string }) {
  await db().approval.update({ where: { id: approvalId }, data: { state: "cancelled" } });
  return ask();
}

test("giving roles needs a second person where that is wanted, and is done as it was asked", async () => {
  const cleo = await addTestMember(owner, "admin", "Cleo");
  const viewer = await addTestMember(owner, "viewer", "Vera");
  await setApprovals(owner, { topics: ["members"] });
  const where = { userId: viewer.actor.id };
  const { id } = await db().membership.findFirstOrThrow({ where });
  const role = { membershipId: id, role: "admin" } as const;
  await expect(changeRole(ana, role)).rejects.toMatchObject({ code: "approval_required" });
  const invitation = { email: `${crypto.randomUUID()}@example.com`, role: "admin" } as const;
  await expect(createInvitation(ana, invitation)).rejects.toMatchObject({
    code: "approval_required",
  });
  expect(await db().invitation.count({ where: { customerId: owner.customer.id } })).toBe(0);
  expect((await db().membership.findFirstOrThrow({ where })).role).toBe("viewer");
  const waiting = await listApprovals(cleo);
  expect(waiting.map(({ mayDecide }) => mayDecide)).toEqual([true, true]);
  const change = waiting.find(({ verb }) => verb === "member.change-role");
  await approveRequest(cleo, { approvalId: change?.approvalId ?? "" });
  expect(await db().membership.findFirstOrThrow({ where })).toMatchObject({
    role: "admin",
    grantedById: ana.actor.id,
  });
});

test("only another owner lets a provider be set where that needs a second person", async () => {
  const other = await addTestMember(owner, "owner", "Olga");
  await setApprovals(owner, { topics: ["sign-in"] });
  const provider = {
    ...{ issuer: "https://login.example", clientId: "console", clientSecret: "secret" },
    ...{ joins: false, defaultRole: "viewer" as const },
  };
  await expect(setProvider(owner, provider)).rejects.toMatchObject({ code: "approval_required" });
  const customerId = owner.customer.id;
  expect(await db().identityProvider.count({ where: { customerId } })).toBe(0);
  expect(await listApprovals(ana)).toEqual([]);
  const [request] = await listApprovals(other);
  await approveRequest(other, { approvalId: request?.approvalId ?? "" });
  expect(await db().identityProvider.count({ where: { customerId } })).toBe(1);
});
