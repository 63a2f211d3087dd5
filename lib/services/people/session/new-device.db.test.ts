import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { DOMAIN_EVENTS } from "@/lib/domain/domain-event/catalogue";
import { addTestMember, createTestCustomer } from "@/test/customer";
import { securityLogOfEachTest } from "@/test/security-log";
import { startSession } from "./start-session";

securityLogOfEachTest();
afterAll(disconnectDb);

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";

test("an owner's browser and network are new once, a member's never, and the first are no news", async () => {
  const owner = await createTestCustomer();
  const viewer = await addTestMember(owner, "viewer", "Vera");
  const told = async () => {
    const where = { customerId: owner.customer.id, type: "owner.new_device" };
    const rows = await db().domainEvent.findMany({ where, orderBy: { seq: "asc" } });
    for (const { data } of rows) DOMAIN_EVENTS["owner.new_device"].data.strict().parse(data);
    return rows.map(({ summary }) => summary);
  };
  const signIn = async (who: typeof owner, userAgent: string, address: string) => {
    const user = { id: who.actor.id, name: who.actor.name };
    await startSession({ user, userAgent, address });
    return (await told()).length;
  };
  expect(await signIn(owner, FIREFOX, "203.0.113.7")).toBe(0);
  expect(await signIn(owner, FIREFOX, "203.0.113.9")).toBe(0);
  expect(await signIn(owner, SAFARI, "203.0.113.7")).toBe(1);
  expect(await signIn(owner, FIREFOX, "198.51.100.7")).toBe(2);
  expect(await signIn(owner, SAFARI, "198.51.100.8")).toBe(2);
  expect(await signIn(viewer, FIREFOX, "203.0.113.7")).toBe(2);
  expect(await signIn(viewer, SAFARI, "198.51.100.8")).toBe(2);
  // Of an owner who has not signed in for long, every device is new.
  const dormant = await addTestMember(owner, "owner", "Ola");
  const long = new Date(Date.now() - 200 * 24 * 3_600_000);
  await db().membership.updateMany({
    where: { userId: dormant.actor.id },
    data: { createdAt: long },
  });
  expect(await signIn(dormant, FIREFOX, "203.0.113.7")).toBe(3);
  expect((await told())[0]).toBe(
    `${owner.actor.name} signed in from a new device: Safari on iPhone`,
  );
});
