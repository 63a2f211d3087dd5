import { afterAll, expect, test } from "vitest";
import { db, disconnectDb } from "@/lib/db/client";
import { readAnchors } from "@/lib/domain/audit/chain";
import { DOMAIN_EVENTS } from "@/lib/domain/domain-event/catalogue";
import type { ServiceContext } from "@/lib/services/ground/context";
import { recordAudit } from "@/lib/services/ground/record-audit";
import { createTestCustomer } from "@/test/customer";
import { readHeads } from "./anchor-heads";
import { linkAudit } from "./link-entries";
import { tellAuditHeads } from "./tell-heads";

afterAll(disconnectDb);

const HOUR_MS = 60 * 60_000;

async function linkOneOf(by: ServiceContext): Promise<void> {
  const record = { verb: "event.pause", subject: "evt_1", summary: "paused Sale" } as const;
  await db().$transaction((tx) => recordAudit(tx, by, record));
  while ((await linkAudit()).links > 0);
}

test("a head is told hourly while the log grows, by however many workers, as an anchor to compare with", async () => {
  const owner = await createTestCustomer();
  const customerId = owner.customer.id;
  const seqs = async () => {
    const where = { customerId, type: "audit.head" };
    const rows = await db().domainEvent.findMany({ where, orderBy: { seq: "asc" } });
    return rows.map(({ data }) => DOMAIN_EVENTS["audit.head"].data.strict().parse(data));
  };
  const inAnHour = new Date(Date.now() + HOUR_MS + 1_000);
  await linkOneOf(owner);
  const [first] = await readHeads(customerId);
  await Promise.all([tellAuditHeads(), tellAuditHeads()]);
  await tellAuditHeads(inAnHour);
  expect(await seqs()).toHaveLength(1);
  expect(readAnchors((await seqs())[0]?.anchor ?? "")).toEqual([first]);
  await linkOneOf(owner);
  await tellAuditHeads();
  expect(await seqs()).toHaveLength(1);
  await tellAuditHeads(inAnHour);
  const [second] = await readHeads(customerId);
  expect((await seqs()).map(({ hash }) => hash)).toEqual([first?.hash, second?.hash]);
});
