import { afterAll, expect, test } from "vitest";
import { disconnectDb } from "@/lib/db/client";
import { ServiceError } from "@/lib/services/errors";
import { requirePermission } from "@/lib/services/require-permission";
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
  await reportRefusal(viewer, new ServiceError("not_found", "There is no such event."));
  await reportRefusal(viewer, new Error("Something else."));
  expect(log()).toHaveLength(12);
  expect(log()[0]).toMatchObject({
    event: "permission.refused",
    userId: viewer.actor.id,
    customerId: viewer.customer.id,
    detail: expect.stringContaining("secret:write"),
  });
  const sentence = "Ana was refused: their role may not do what they asked for";
  expect(await auditSentences(viewer)).toEqual(Array.from({ length: 10 }, () => sentence));
});
