import { describe, expect, test } from "vitest";
import {
  AFTER_EVENT_DEFAULT,
  type AfterEvent,
  afterEventAnswer,
  afterEventProblem,
} from "./after-event";
import { afterEventSchema } from "./after-event-schema";

const event = { targetUrl: "https://shop.example.com/sale", allowedHosts: ["*.partner.example"] };
const redirectTo = (url: string, protectedPages: AfterEvent["protectedPages"] = "keep-out") => ({
  show: { kind: "redirect" as const, url },
  protectedPages,
});

const page = { kind: "page", message: null } as const;

describe("after the end a visitor gets", () => {
  const elsewhere = "https://a.partner.example/thanks";
  test.each<[string, AfterEvent, boolean, object]>([
    ["the page", AFTER_EVENT_DEFAULT, false, page],
    ["the page, from a protected one", AFTER_EVENT_DEFAULT, true, page],
    [
      "the page with its message",
      { show: { kind: "page", message: "See you in May" }, protectedPages: "keep-out" },
      true,
      { kind: "page", message: "See you in May" },
    ],
    [
      "let through from a protected page",
      { show: page, protectedPages: "let-through" },
      true,
      { kind: "let-through", redirectType: "afterevent" },
    ],
    [
      "the page when nothing protected was asked for",
      { show: page, protectedPages: "let-through" },
      false,
      page,
    ],
    ["sent on", redirectTo(elsewhere), false, { kind: "redirect", url: elsewhere }],
    [
      "sent on, from a protected page",
      redirectTo(elsewhere),
      true,
      { kind: "redirect", url: elsewhere },
    ],
    [
      "let through rather than sent on",
      redirectTo(elsewhere, "let-through"),
      true,
      { kind: "let-through", redirectType: "afterevent" },
    ],
    [
      "sent to the event's own host",
      redirectTo("https://shop.example.com/bye"),
      false,
      { kind: "redirect", url: "https://shop.example.com/bye" },
    ],
    ["the page when the host is not allowed", redirectTo("https://evil.example/"), false, page],
  ])("%s", (_name, afterEvent, fromProtectedPage, expected) => {
    expect(afterEventAnswer(afterEvent, event, { fromProtectedPage })).toEqual(expected);
  });
});

test("an address on a host that is not allowed is refused by name", () => {
  expect(afterEventProblem(redirectTo("https://evil.example/x"), event)).toBe(
    "evil.example is not an allowed host. Add it to the allowed target hosts first.",
  );
  expect(afterEventProblem(redirectTo("https://shop.example.com/x"), event)).toBeNull();
  expect(afterEventProblem(AFTER_EVENT_DEFAULT, event)).toBeNull();
});

test.each([
  "",
  "/thanks",
  "javascript:alert(1)",
  "//shop.example.com",
  "https://user:secret@shop.example.com/",
  "ftp://shop.example.com/",
])("the schema refuses %j as an address", (url) => {
  const result = afterEventSchema.safeParse(redirectTo(url));
  expect(result.error?.issues.map(({ path }) => path.join("."))).toEqual(["show.url"]);
});

test("the schema accepts the default, and drops no contradiction silently", () => {
  expect(afterEventSchema.parse(AFTER_EVENT_DEFAULT)).toEqual(AFTER_EVENT_DEFAULT);
  const short = { show: { kind: "page" }, protectedPages: "keep-out" };
  expect(afterEventSchema.parse(short)).toEqual(AFTER_EVENT_DEFAULT);
  const contradiction = { show: { kind: "page", url: "https://a.b/" }, protectedPages: "keep-out" };
  expect(afterEventSchema.safeParse(contradiction).success).toBe(false);
});

test.each(["", "https://", "__proto__"])("%s after the end is refused as no URL", (url) => {
  expect(afterEventProblem(redirectTo(url), event)).toBe("Enter a full URL.");
});
