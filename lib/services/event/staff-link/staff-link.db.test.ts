import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readStaffLink } from "@/lib/secrets/staff-link";
import { eventKeyOf } from "@/lib/services/event/change/event-key";
import type { ServiceContext } from "@/lib/services/ground/context";
import {
  addTestMember,
  auditSentences,
  createCustomerWithSale,
  createTestCustomer,
  outboxOf,
  withBrokenAudit,
} from "@/test/customer";
import { expectRefused } from "@/test/refusals";
import { createStaffLink } from "./create";
import { listStaffLinks } from "./list";
import { revokeStaffLink } from "./revoke";

let context: ServiceContext;
beforeEach(async () => {
  context = await createCustomerWithSale();
});
afterAll(disconnectDb);

const make = (by = context) => createStaffLink(by, { eventId: "sale", label: "Press" });

describe("staff links", () => {
  test("the address is told once and is signed for this event until it expires", async () => {
    const { url, ...created } = await createStaffLink(context, {
      eventId: "sale",
      label: "Press",
      validHours: 720,
    });
    const address = new URL(url);
    const target = { customerId: context.customer.wireId, eventId: "sale" };
    expect(address.pathname).toBe(`/staff/${target.customerId}/sale`);
    const { id } = await db().event.findFirstOrThrow({
      where: { customerId: context.customer.id },
    });
    const key = await db().$transaction((tx) => eventKeyOf(tx, { id, ...target }));
    const expiresUnixSeconds = Date.parse(created.expiresAt) / 1_000;
    expect(
      readStaffLink([key], target, {
        text: address.searchParams.get("link") ?? "",
        nowUnixSeconds: expiresUnixSeconds,
      }),
    ).toEqual({ status: "valid", claims: { id: created.id, expiresUnixSeconds } });
    expect(await listStaffLinks(context, { eventId: "sale" })).toEqual([created]);
    expect((await auditSentences(context)).at(-1)).toBe(
      "Ana created the staff link Press for Sale",
    );
  });

  test.each([0, 721, 1.5])("a link cannot be valid for %s hours", async (validHours) => {
    await expect(
      createStaffLink(context, { eventId: "sale", label: "Press", validHours }),
    ).rejects.toMatchObject({ name: "ZodError" });
  });

  test("revoking tells the waiting rooms and happens once", async () => {
    const { id: staffLinkId } = await make();
    const revoked = await revokeStaffLink(context, { staffLinkId });
    expect(revoked.revokedAt).not.toBeNull();
    expect((await outboxOf(context)).at(-1)).toBe(`customer ${context.customer.id}`);
    expect((await auditSentences(context)).at(-1)).toBe("Ana revoked the staff link Press");
    await expect(revokeStaffLink(context, { staffLinkId })).rejects.toMatchObject({
      code: "precondition_failed",
    });
  });

  test("another customer's links and events are not found", async () => {
    const { id: staffLinkId } = await make();
    const other = await createTestCustomer();
    await expectRefused(
      [
        make(other),
        revokeStaffLink(other, { staffLinkId }),
        listStaffLinks(other, { eventId: "sale" }),
      ],
      "not_found",
    );
    expect(await listStaffLinks(context, { eventId: "sale" })).toMatchObject([{ revokedAt: null }]);
  });

  test("an operator makes links, a viewer does not even see them", async () => {
    const operator = await addTestMember(context, "operator", "Olga");
    const { id: staffLinkId } = await make(operator);
    const viewer = await addTestMember(context, "viewer", "Vi");
    await expectRefused(
      [
        make(viewer),
        revokeStaffLink(viewer, { staffLinkId }),
        listStaffLinks(viewer, { eventId: "sale" }),
      ],
      "forbidden",
    );
  });

  test("no link is made or revoked when that cannot be audited", async () => {
    const { id: staffLinkId } = await make();
    await expect(make(withBrokenAudit(context))).rejects.toThrow();
    await expect(revokeStaffLink(withBrokenAudit(context), { staffLinkId })).rejects.toThrow();
    expect(await listStaffLinks(context, { eventId: "sale" })).toMatchObject([{ revokedAt: null }]);
  });
});
