import { expect, test } from "vitest";
import { pagePolicy, securityHeaders } from "./security-headers";

test("a browser is told to keep to TLS only where the console has it", () => {
  const named = "strict-transport-security";
  expect(securityHeaders("https://console.example")[named]).toBeDefined();
  expect(securityHeaders("http://console.localhost:3000")[named]).toBeUndefined();
});

test("a page runs only scripts with its nonce, and nobody frames it", () => {
  const directives = new Map(
    pagePolicy("abc")
      .split("; ")
      .map((directive): [string, string] => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources.join(" ")];
      }),
  );
  expect(directives.get("default-src")).toBe("'none'");
  expect(directives.get("script-src")).toBe("'nonce-abc' 'strict-dynamic'");
  expect(directives.get("frame-ancestors")).toBe("'none'");
  expect(directives.get("base-uri")).toBe("'none'");
  expect(directives.get("style-src-elem")).not.toContain("unsafe");
});
