import { beforeEach, expect, test } from "vitest";
import { dismissToast, toastStore } from "@/components/ui/toast";
import { sayIfApprovalRequired, sayIfAsked } from "./say-if-asked";

const shown = () => toastStore.read().map(({ tone, text }) => `${tone}: ${text}`);
const refused = (code: string) => ({ ok: false, error: { code, message: "No." } }) as const;

beforeEach(() => {
  for (const { id } of toastStore.read()) dismissToast(id);
});

test("a request reads the same, answered or refused", () => {
  const asked = { status: "asked", approvalId: "a", expiresAt: "2027-01-01T10:00:00Z" };
  expect(sayIfAsked(asked)).toBe(true);
  expect(sayIfApprovalRequired(refused("approval_required"))).toBe(true);
  expect(shown()).toEqual(["info: Sent for approval", "info: Sent for approval"]);
});

test("nothing is said where nobody was asked", () => {
  expect(sayIfAsked({ status: "open" })).toBe(false);
  expect(sayIfApprovalRequired(refused("conflict"))).toBe(false);
  expect(sayIfApprovalRequired({ ok: true, data: null })).toBe(false);
  expect(shown()).toEqual([]);
});
