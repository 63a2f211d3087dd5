import { createHash } from "node:crypto";
import { afterAll, beforeEach, expect, test } from "vitest";
import { loadKeyContext } from "@/lib/auth/load-key-context";
import { db, disconnectDb } from "@/lib/db/client";
import { isAsked } from "@/lib/domain/approval/approval";
import { permissionsOfRole } from "@/lib/domain/permissions/roles";
import { stopEvent } from "@/lib/services/event/control/stop";
import type { Permission, ServiceContext } from "@/lib/services/ground/context";
import { newMailedToken } from "@/lib/services/ground/mailed-token";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { createApiKey } from "@/lib/services/people/api-key/create";
import { revokeApiKey } from "@/lib/services/people/api-key/revoke";
import { joinByInvitation } from "@/lib/services/people/invitation/accept";
import { addInvitation } from "@/lib/services/people/invitation/create";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  startTestEvent,
} from "@/test/customer";
import { cancelRequest } from "./cancel";
import { listApprovals } from "./list";
import { refuseRequest } from "./refuse";
import { setApprovals } from "./set-approvals";

afterAll(disconnectDb);

const SALE = { eventId: "sale" };

let owner: ServiceContext;
let ana: ServiceContext;
let ben: ServiceContext;
beforeEach(async () => {
  owner = await createCustomerWithSale();
  ana = await addTestMember(owner, "admin", "Ana");
  ben = await addTestMember(owner, "admin", "Ben");
  await startTestEvent(owner, SALE);
  await setApprovals(owner, { topics: ["stop"] });
});

const isStopped = async () =>
  (await db().event.findFirstOrThrow({ where: { customerId: owner.customer.id } })).status ===
  "stopped";

async function keyOf(
  maker: ServiceContext,
  permissions: readonly Permission[] = ["event:stop", "customer:read"],
  eventIds: readonly string[] = [],
): Promise<ServiceContext> {
  const input = { name: "Runbook", scopes: ["api" as const], permissions: [...permissions] };
  const { text } = await createApiKey(maker, { ...input, eventIds: [...eventIds] });
  return (await loadKeyContext(text, "changing")).context;
}

async function ask(key: ServiceContext) {
  const answer = await stopEvent(key, SALE);
  if (!isAsked(answer)) throw new Error("Nobody was asked.");
  return { approvalId: answer.approvalId };
}

async function expectRefused(by: ServiceContext, request: { readonly approvalId: string }) {
  for (const decide of [approveRequest, refuseRequest]) {
    await expect(decide(by, request)).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(await listApprovals(by)).toMatchObject([{ mayDecide: false, state: "waiting" }]);
  expect(await isStopped()).toBe(false);
}

test("a key asks, and what another person approves is done as the key's", async () => {
  const key = await keyOf(ana);
  const request = await ask(key);
  expect(await isStopped()).toBe(false);
  expect(await ask(key)).toEqual(request);
  expect(await listApprovals(ben)).toMatchObject([{ askedByName: "Runbook", mayDecide: true }]);
  expect(await approveRequest(ben, request)).toMatchObject({ state: "approved" });
  expect(await isStopped()).toBe(true);
  expect((await auditSentences(owner)).slice(-3)).toEqual([
    "Runbook requested approval to stop Sale (run 1)",
    "Ben approved a request to stop Sale (run 1)",
    "Runbook stopped Sale (run 1)",
  ]);
});

test("whoever made the key does not decide what it asks, nor by a key of a key", async () => {
  await expectRefused(ana, await ask(await keyOf(ana)));
  const first = await keyOf(ana, ["api-key:write", "event:stop"]);
  await db().approval.deleteMany({ where: { customerId: owner.customer.id } });
  await expectRefused(ana, await ask(await keyOf(first, ["event:stop"])));
});

test("no key decides, neither its own request nor another's", async () => {
  const key = await keyOf(owner, ["event:stop", "customer:read", "approval:decide"]);
  const other = await keyOf(ben, ["event:stop", "customer:read", "approval:decide"]);
  const request = await ask(key);
  await expectRefused(other, request);
  await expectRefused(key, request);
});

test("whoever made the key cancels what it asks, and nobody else", async () => {
  const request = await ask(
    await keyOf(await keyOf(ana, ["api-key:write", "event:stop"]), ["event:stop"]),
  );
  expect(await listApprovals(ana)).toMatchObject([{ isMine: false, mayCancel: true }]);
  expect(await listApprovals(ben)).toMatchObject([{ mayCancel: false }]);
  await expect(cancelRequest(ben, request)).rejects.toMatchObject({ code: "forbidden" });
  // Also when they may no longer do themselves what it asks.
  const where = { userId: ana.actor.id };
  await db().membership.updateMany({ where, data: { role: "viewer" } });
  const viewer = { ...ana, permissions: permissionsOfRole("viewer") };
  expect(await listApprovals(viewer)).toMatchObject([{ mayCancel: true, mayDecide: false }]);
  await cancelRequest(viewer, request);
  expect(await listApprovals(ben)).toMatchObject([{ state: "cancelled", mayCancel: false }]);
  expect((await auditSentences(owner)).at(-1)).toBe("Ana cancelled a request to stop Sale (run 1)");
});

test("whoever owes their role to the maker of the key, or to a key of theirs, does not decide", async () => {
  const join = async (by: ServiceContext) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const token = newMailedToken();
    await db().$transaction((tx) => addInvitation(tx, by, { email, role: "admin", token }));
    const password = `a long word of ${crypto.randomUUID()}`;
    const { userId } = await joinByInvitation({ token: token.text, name: "Cleo", password }, email);
    return { ...ana, actor: { type: "user", id: userId, name: "Cleo" } } as const;
  };
  const key = await keyOf(ana);
  const [invited, puppet] = [await join(ana), await join(key)];
  const request = await ask(key);
  await expectRefused(invited, request);
  await expectRefused(puppet, request);
  await cancelRequest(key, request);
  await db().approval.deleteMany({ where: { customerId: owner.customer.id } });
  await expectRefused(puppet, await ask(ana));
});

test("a key that was revoked, has expired or may no longer do it gets nothing done", async () => {
  const spoilt: readonly ((id: string) => Promise<unknown>)[] = [
    (apiKeyId) => revokeApiKey(ana, { apiKeyId }),
    (id) => db().apiKey.update({ where: { id }, data: { expiresAt: new Date(0) } }),
    (id) => db().apiKey.update({ where: { id }, data: { permissions: ["customer:read"] } }),
    (id) => db().apiKey.update({ where: { id }, data: { eventIds: ["other"] } }),
    (id) => db().apiKey.update({ where: { id }, data: { scopes: ["pull"] } }),
  ];
  for (const spoil of spoilt) {
    const key = await keyOf(ana, undefined, ["sale"]);
    const request = await ask(key);
    await spoil(key.actor.id);
    await expect(approveRequest(ben, request)).rejects.toThrow();
    expect(await isStopped()).toBe(false);
    const row = await db().approval.findUniqueOrThrow({ where: { id: request.approvalId } });
    expect(row.state).toBe("outdated");
  }
});

test("what a key asks of which nobody knows the maker waits for nobody", async () => {
  const text = `stn_${crypto.randomUUID()}`;
  const hash = createHash("sha256").update(text).digest("hex");
  const facts = { customerId: owner.customer.id, name: "Old", prefix: "stn_", hash };
  const rights = { scopes: ["api"], permissions: ["event:stop"] };
  await db().apiKey.create({ data: { id: crypto.randomUUID(), ...facts, ...rights } });
  const { context } = await loadKeyContext(text, "changing");
  await expectRefused(ben, await ask(context));
});
