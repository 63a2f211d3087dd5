import { afterEach, expect, test, vi } from "vitest";
import { env } from "./env";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["room.example.com", ""],
  ["room.example.com:3443", ""],
  ["shop.example.com/queue", "/queue"],
  ["shop.example.com:8443/tickets/line_1", "/tickets/line_1"],
])("the queue domain %s has the path %j", (domain, path) => {
  vi.stubEnv("QUEUE_DOMAIN", domain);
  expect([env.queueDomain(), env.queuePath()]).toEqual([domain, path]);
});

test("without a queue domain there is no path", () => {
  vi.stubEnv("QUEUE_DOMAIN", "");
  expect(env.queuePath()).toBe("");
});

test.each([
  "https://room.example.com",
  "shop.example.com/queue/",
  "shop.example.com/queue?x",
  "shop.example.com//queue",
  "shop.example.com/a b",
  "room.example.com:port",
])("%s is no queue domain", (domain) => {
  vi.stubEnv("QUEUE_DOMAIN", domain);
  expect(() => env.queueDomain()).toThrow(`it is "${domain}"`);
  expect(() => env.queuePath()).toThrow(`it is "${domain}"`);
});

test.each(["development", "test", "production", ""])(
  "strangers may sign up only where that is set, also with NODE_ENV=%s",
  (mode) => {
    vi.stubEnv("NODE_ENV", mode);
    vi.stubEnv("SIGN_UP", "");
    expect(env.signUp()).toBe("invite");
    vi.stubEnv("SIGN_UP", "open");
    expect(env.signUp()).toBe("open");
  },
);
