import { describe, expect, test } from "vitest";
import { allowedTarget, refusedHost } from "./allowed-target";

const event = {
  targetUrl: "https://shop.example/start",
  allowedHosts: ["*.shop.example", "old.example:8080", "rehearsal.localhost:7"],
};

describe("an event with an https target", () => {
  test.each([
    ["http://shop.example/tickets?a=b", "https://shop.example/tickets?a=b"],
    ["http://www.shop.example/tickets", "https://www.shop.example/tickets"],
    ["HTTP://SHOP.example/", "https://shop.example/"],
    ["https://shop.example/tickets", "https://shop.example/tickets"],
    // Whether that port speaks https nobody knows.
    ["http://old.example:8080/", event.targetUrl],
    ["https://old.example:8080/", "https://old.example:8080/"],
    // That never leaves the machine.
    ["http://rehearsal.localhost:7/tickets", "http://rehearsal.localhost:7/tickets"],
    ["http://notlocalhost:8080/", event.targetUrl],
  ])("leads %s to %s", (asked, target) => expect(allowedTarget(asked, event)).toBe(target));

  test("says that the host was refused only where it goes elsewhere", () => {
    expect(refusedHost("http://www.shop.example/", event)).toBeNull();
    expect(refusedHost("http://old.example:8080/", event)).toBe("old.example:8080");
  });
});

test("an event with an http target leads to both", () => {
  const plain = { ...event, targetUrl: "http://shop.example/start" };
  expect(allowedTarget("http://shop.example/a", plain)).toBe("http://shop.example/a");
  expect(allowedTarget("https://shop.example/a", plain)).toBe("https://shop.example/a");
});
