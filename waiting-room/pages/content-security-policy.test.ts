import { expect, test } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy";

test("only our own script runs, nothing comes from elsewhere, nobody frames the page", () => {
  const policy = contentSecurityPolicy({ colour: "#2563eb" });
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toContain("unsafe");
});

test("a form may lead on to the hosts of the target, and to nothing that is no host", () => {
  const hosts = ["shop.localhost:3002", "*.example.com", "x; script-src *", "https://evil", ""];
  expect(contentSecurityPolicy({ colour: "#2563eb" }, hosts)).toContain(
    "form-action 'self' http://shop.localhost:3002 http://*.example.com; base-uri",
  );
});

test("each colour has its own style hash", () => {
  expect(contentSecurityPolicy({ colour: "#2563eb" })).not.toBe(
    contentSecurityPolicy({ colour: "#dc2626" }),
  );
});
