import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { type Asked, isAsked } from "@/lib/domain/approval/approval";
import { startEvent } from "@/lib/services/event/control/start";
import { stopEvent } from "@/lib/services/event/control/stop";
import { getEvent } from "@/lib/services/event/manage/get";
import type { ServiceContext } from "@/lib/services/ground/context";
import { approveRequest } from "@/lib/services/installation/approved/approve";
import { deleteEvent } from "@/lib/services/operation/removal/delete";
import { activateSecret } from "@/lib/services/sites/secret/activate";
import { addSecret } from "@/lib/services/sites/secret/add-secret";
import { createSecret } from "@/lib/services/sites/secret/create";
import { revokeSecret } from "@/lib/services/sites/secret/revoke";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  startTestEvent,
} from "@/test/customer";
import { cancelRequest } from "./cancel";
import { expireApprovals } from "./expire";
import { listApprovals } from "./list";
import { refuseRequest } from "./refuse";
import { setApprovals } from "./set-approvals";

afterAll(disconnectDb);

const SALE = { eventId: "sale" };

let ana: ServiceContext;
let ben: ServiceContext;
let dora: ServiceContext;
beforeEach(async () => {
  ana = await createCustomerWithSale();
  ben = await addTestMember(ana, "operator", "Ben");
  dora = await addTestMember(ana, "developer", "Dora");
  await startTestEvent(ana, SALE);
  await setApprovals(ana, { topics: ["stop", "secrets"] });
});

const statusOf = async () =>
  (await db().event.findFirstOrThrow({ where: { customerId: ana.customer.id } })).status;
const stateOf = async ({ approvalId }: { readonly approvalId: string }) =>
  (await db().approval.findUniqueOrThrow({ where: { id: approvalId } })).state;

/** Asks for a second person, and fails where none was needed. */
async function ask(verb: Promise<unknown>): Promise<Asked> {
  const answer = await verb;
  if (!isAsked(answer)) throw new Error("Nobody was asked.");
  return answer;
}

describe("a verb that needs a second person", () => {
  test("is only asked for, and done as the asker's when somebody else approves", async () => {
    const asked = await ask(stopEvent(ana, SALE));
    expect(await statusOf()).toBe("open");
    const done = await approveRequest(ben, { approvalId: asked.approvalId });
    expect(done).toMatchObject({ state: "approved", decidedByName: "Ben" });
    expect(await statusOf()).toBe("stopped");
    expect((await auditSentences(ana)).slice(-3)).toEqual([
      "Ana requested approval to stop Sale (run 1)",
      "Ben approved a request to stop Sale (run 1)",
      "Ana stopped Sale (run 1)",
    ]);
  });

  test("deletes an event only once somebody else approves, and not one that was started meanwhile", async () => {
    const cleo = await addTestMember(ana, "admin", "Cleo");
    await setApprovals(ana, { topics: ["delete"] });
    await stopEvent(ana, SALE);
    const requestOf = ({ approvalId }: Asked) => ({ approvalId });
    const named = { ...SALE, name: "Sale" };
    const first = await ask(deleteEvent(ana, named));
    expect(await statusOf()).toBe("stopped");
    await startEvent(ana, SALE);
    await stopEvent(ana, SALE);
    await expect(approveRequest(cleo, requestOf(first))).rejects.toThrow(/has changed since/);
    expect(await stateOf(first)).toBe("outdated");
    const again = await ask(deleteEvent(ana, named));
    await expect(approveRequest(ben, requestOf(again))).rejects.toMatchObject({
      code: "not_found",
    });
    await approveRequest(cleo, requestOf(again));
    await expect(getEvent(ana, SALE)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is asked for once by one person, and not again by another", async () => {
    const asked = await ask(stopEvent(ana, SALE));
    expect(await stopEvent(ana, SALE)).toEqual(asked);
    await expect(stopEvent(ben, SALE)).rejects.toMatchObject({
      code: "precondition_failed",
      message: expect.stringContaining("Ana has already requested to stop Sale (run 1)"),
    });
  });

  test("runs at once where the customer wants nobody, and for the installation", async () => {
    await setApprovals(ana, { topics: ["secrets"] });
    expect(isAsked(await stopEvent(ana, SALE))).toBe(false);
    await startEvent(ana, SALE);
    await setApprovals(ana, { topics: ["stop"] });
    const installation = {
      ...ana,
      actor: { type: "installation", id: "admin", name: "The installation" },
    } as const;
    expect(isAsked(await stopEvent(installation, SALE))).toBe(false);
  });

  test("nobody approves their own request, nor what their role may not do", async () => {
    const { approvalId } = await ask(stopEvent(ana, SALE));
    const vera = await addTestMember(ana, "viewer", "Vera");
    await expect(approveRequest(ana, { approvalId })).rejects.toMatchObject({ code: "forbidden" });
    await expect(approveRequest(vera, { approvalId })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(approveRequest(dora, { approvalId })).rejects.toMatchObject({
      code: "not_found",
    });
    const other = await createTestCustomer();
    await expect(approveRequest(other, { approvalId })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await statusOf()).toBe("open");
    expect(await listApprovals(dora)).toEqual([]);
    expect(await listApprovals(other)).toEqual([]);
    expect(await listApprovals(ben)).toMatchObject([{ approvalId, mayDecide: true }]);
    expect(await listApprovals(ana)).toMatchObject([{ isMine: true, mayDecide: false }]);
  });

  test("runs once, however many approve it at the same moment", async () => {
    // A secret can be generated any number of times: nothing but the approval says that it is enough.
    const approvers = await Promise.all(
      Array.from({ length: 7 }, (_, index) => addTestMember(ana, "admin", `Admin ${index}`)),
    );
    const { approvalId } = await ask(createSecret(ana));
    const before = await db().secret.count({ where: { customerId: ana.customer.id } });
    const results = await Promise.allSettled(
      approvers.map((context) => approveRequest(context, { approvalId })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await db().secret.count({ where: { customerId: ana.customer.id } })).toBe(before + 1);
    const sentences = await auditSentences(ana);
    expect(sentences.filter((text) => text.includes(" approved "))).toHaveLength(1);
    expect(await stateOf({ approvalId })).toBe("approved");
  });

  test("is not run when it was about another run, and that is written down", async () => {
    const { approvalId } = await ask(stopEvent(ana, SALE));
    await db().event.updateMany({
      where: { customerId: ana.customer.id },
      data: { currentRun: 2 },
    });
    await expect(approveRequest(ben, { approvalId })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect(await statusOf()).toBe("open");
    expect(await stateOf({ approvalId })).toBe("outdated");
    expect((await auditSentences(ana)).at(-1)).toBe(
      "Ben could not approve a request to stop Sale (run 1): it is outdated",
    );
  });

  test("is not run when the asker may no longer do it themselves", async () => {
    const { approvalId } = await ask(stopEvent(ben, SALE));
    await db().membership.updateMany({
      where: { userId: ben.actor.id },
      data: { role: "viewer" },
    });
    await expect(approveRequest(ana, { approvalId })).rejects.toMatchObject({ code: "forbidden" });
    expect(await statusOf()).toBe("open");
    expect(await stateOf({ approvalId })).toBe("outdated");
  });

  test("is not run with another wish than was sealed", async () => {
    const { approvalId } = await ask(stopEvent(ana, SALE));
    const other = await ask(createSecret(ana));
    const { sealed } = await db().approval.findUniqueOrThrow({
      where: { id: other.approvalId },
    });
    await db().approval.update({ where: { id: approvalId }, data: { sealed } });
    await expect(approveRequest(ben, { approvalId })).rejects.toThrow();
    expect(await statusOf()).toBe("open");
    // A rotation of keys, which other tests try, reads every sealed value.
    await db().approval.delete({ where: { id: approvalId } });
  });
});

describe("a request", () => {
  test("ends when it is refused, taken back or too old, and is never run then", async () => {
    const ends = [
      (approvalId: string) => refuseRequest(ben, { approvalId }),
      (approvalId: string) => cancelRequest(ana, { approvalId }),
      async (approvalId: string) => {
        await db().approval.update({
          where: { id: approvalId },
          data: { expiresAt: new Date(Date.now() - 1) },
        });
      },
    ];
    for (const end of ends) {
      const { approvalId } = await ask(stopEvent(ana, SALE));
      await end(approvalId);
      await expect(approveRequest(ben, { approvalId })).rejects.toMatchObject({
        code: "precondition_failed",
      });
    }
    await expireApprovals();
    expect(await statusOf()).toBe("open");
    expect((await listApprovals(ana)).map(({ state }) => state)).toEqual([
      "expired",
      "cancelled",
      "refused",
    ]);
    expect((await auditSentences(ana)).at(-1)).toBe(
      "Stanchion expired a request to stop Sale (run 1)",
    );
  });

  test("is taken back by nobody else", async () => {
    const { approvalId } = await ask(stopEvent(ana, SALE));
    await expect(cancelRequest(ben, { approvalId })).rejects.toMatchObject({ code: "forbidden" });
    expect(await stateOf({ approvalId })).toBe("waiting");
  });
});

describe("secrets", () => {
  test("are generated, activated and revoked with a second person only", async () => {
    const count = () => db().secret.count({ where: { customerId: ana.customer.id } });
    const before = await count();
    const created = await ask(createSecret(ana));
    expect(await count()).toBe(before);
    await approveRequest(dora, { approvalId: created.approvalId });
    expect(await count()).toBe(before + 1);
    const staged = await db().secret.findFirstOrThrow({
      where: { customerId: ana.customer.id, active: false },
    });
    const activated = await ask(activateSecret(ana, { secretId: staged.id }));
    await approveRequest(dora, { approvalId: activated.approvalId });
    const active = await db().secret.findUniqueOrThrow({ where: { id: staged.id } });
    expect(active.active).toBe(true);
    const revoked = await ask(revokeSecret(ana, { secretId: staged.id }));
    await approveRequest(dora, { approvalId: revoked.approvalId });
    expect(await db().secret.findUnique({ where: { id: staged.id } })).toBeNull();
  });

  test("are not activated once another one is the active one", async () => {
    const eventId = null;
    const one = await db().$transaction((tx) => addSecret(tx, ana, { eventId, isActive: false }));
    const asked = await ask(activateSecret(ana, { secretId: one.id }));
    await db().secret.updateMany({
      where: { customerId: ana.customer.id, active: true },
      data: { active: false },
    });
    await expect(approveRequest(dora, { approvalId: asked.approvalId })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    expect((await db().secret.findUniqueOrThrow({ where: { id: one.id } })).active).toBe(false);
  });
});

describe("what needs a second person", () => {
  test("is said by owners only, and only where two could do it", async () => {
    const admin = await addTestMember(ana, "admin", "Adam");
    await expect(setApprovals(admin, { topics: [] })).rejects.toMatchObject({
      code: "forbidden",
    });
    const alone = await createTestCustomer();
    await expect(setApprovals(alone, { topics: ["stop"] })).rejects.toMatchObject({
      code: "precondition_failed",
    });
    await setApprovals(ana, { topics: ["let-through", "stop"], minutes: 5 });
    expect((await auditSentences(ana)).at(-1)).toBe(
      "Ana requires approval for stopping events, letting everyone through within 5 minutes",
    );
  });
});
