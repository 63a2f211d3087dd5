import { expect, test } from "vitest";
import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import { toAfterEvent, toAfterEventValues } from "./after-event-values";

const url = "https://shop.example/over";

test.each<[string, AfterEvent | null]>([
  ["nothing of its own", null],
  ["a message", { show: { kind: "page", message: "Sold out." }, protectedPages: "keep-out" }],
  ["its own page", { show: { kind: "page", message: null }, protectedPages: "let-through" }],
  ["another address", { show: { kind: "redirect", url }, protectedPages: "keep-out" }],
])("what happens after the end goes through its form unchanged: %s", (_, afterEvent) => {
  expect(toAfterEvent(toAfterEventValues(afterEvent))).toEqual(afterEvent);
});

test("spaces are no message, and an address that is not chosen is not sent", () => {
  const values = { ...toAfterEventValues(null), message: "  ", url };
  expect(toAfterEvent(values)).toBeNull();
});
