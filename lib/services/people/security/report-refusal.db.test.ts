import { afterAll, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/ground/errors";
import { requirePermission } from "@/lib/services/ground/require-permission";
import { auditSentences, createTestCustomer } from "@/test/customer";
import { securityLogOfEachTest } from "@/test/security-log";
import { reportRefusal } from "./report-refusal";

afterAll(disconnectDb);

const log = securityLogOfEachTest();

test("what a role may not do stands in the log each time, and ten times an hour in the audit log", async () => {
  const viewer = await createTestCustomer("viewer");
  const refused = () => requirePermission(viewer, "secret:write");
  for (let tries = 0; tries < 12; tries++) {
    try {
      refused();
    } catch (error) {
      await reportRefusal(viewer, error);
    }
  }
  await reportRefusal(viewer, new ServiceError("not_found", "This event does not exist."));
  await reportRefusal(viewer, new Error("Something else."));
  expect(log()).toHaveLength(12);
  expect(log()[0]).toMatchObject({
    event: "permission.refused",
    userId: viewer.actor.id,
    customerId: viewer.customer.id,
    detail: expect.stringContaining("secret:write"),
  });
  const sentence = "Ana was denied: their role does not allow this";
  expect(await auditSentences(viewer)).toEqual(Array.from({ length: 10 }, () => sentence));
});
