import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHOSEN_TYPES, DOMAIN_EVENTS } from "@/lib/domain/domain-event/catalogue";
import { projectPath } from "@/tools/stack/paths";
import { alertSubject, canResolve, ends, resolvedBy } from "./pairs";

test("what resolves is of the same scope, and names what it is about as what it resolves does", () => {
  for (const type of CHOSEN_TYPES.filter(canResolve)) {
    const [by] = resolvedBy(type);
    if (by === undefined) throw new Error(`Nothing resolves ${type}.`);
    expect(DOMAIN_EVENTS[by].scope).toBe(DOMAIN_EVENTS[type].scope);
    const subject = alertSubject(type, DOMAIN_EVENTS[type].example);
    expect(ends({ type, subject }, { type: by, data: DOMAIN_EVENTS[by].example })).toBe(true);
  }
});

test.each([
  ["event.paused", "", "event.resumed", {}, true],
  ["event.paused", "", "event.ended", { run: 1 }, true],
  ["event.paused", "", "event.deleted", {}, true],
  ["event.paused", "", "event.recovered", { run: 1 }, false],
  ["event.message_changed", "", "event.ended", { run: 1 }, false],
  ["event.message_changed", "", "event.deleted", {}, false],
  ["event.deleted", "", "event.deleted", {}, false],
  ["event.threshold_crossed", "a", "event.threshold_cleared", { thresholdId: "b" }, false],
  ["event.threshold_crossed", "a", "event.threshold_cleared", { thresholdId: "a" }, true],
  ["event.threshold_crossed", "a", "event.ended", { run: 1 }, true],
  ["connector.silent", "a", "connector.back", { connectorId: "b" }, false],
  ["connector.silent", "a", "event.deleted", {}, false],
] as const)("an alert %s of “%s”: %s with %j ends it: %s", (type, subject, by, data, isSo) => {
  expect(ends({ type, subject }, { type: by, data })).toBe(isSo);
});

test("approvals and connectors are told apart", () => {
  expect(alertSubject("approval.requested", { approvalId: "apr_1" })).toBe("apr_1");
  expect(alertSubject("event.paused", { message: null })).toBe("");
  expect(alertSubject("connector.silent", null)).toBe("");
});

test("docs/alerts.md has this table (-u writes it anew)", async () => {
  const path = projectPath("docs/alerts.md");
  const rows = CHOSEN_TYPES.filter(canResolve).map((type) => {
    const by = resolvedBy(type).map((one) => `\`${one}\``);
    return `| \`${type}\` | ${by.join(", ")} |`;
  });
  const table = ["| Type | Resolved by |", "| --- | --- |", ...rows].join("\n");
  const page = readFileSync(path, "utf8").replace(
    /(<!-- pairs -->\n)[\s\S]*?(\n?<!-- end -->)/,
    (_, begin: string) => `${begin}${table}\n<!-- end -->`,
  );
  await expect(page).toMatchFileSnapshot(path);
});
