import { expect, test } from "vitest";
import { pathPattern } from "./path-pattern";

const idsIn = (pattern: string, path: string) => pathPattern(pattern).exec(path)?.slice(1) ?? null;

test("an id is one part of the path", () => {
  expect(idsIn("/draw/<c>/<e>", "/draw/acme/sale")).toEqual(["acme", "sale"]);
  expect(idsIn("/draw/<c>/<e>", "/draw/acme/sale/1")).toBeNull();
  expect(idsIn("/draw/<c>/<e>", "/draw/acme/")).toBeNull();
});

test("an id may have to look like something", () => {
  expect(idsIn("/draw/<run:\\d+>/verify", "/draw/12/verify")).toEqual(["12"]);
  expect(idsIn("/draw/<run:\\d+>/verify", "/draw/x/verify")).toBeNull();
  expect(idsIn("/theme/<hash:[0-9a-f]{4}>", "/theme/00af")).toEqual(["00af"]);
});

test("what is in brackets may be missing", () => {
  for (const path of ["/config/acme", "/config/secure/acme", "/config/acme/"])
    expect(idsIn("/config/[secure/]<c>[/]", path)).toEqual(["acme"]);
});

test("everything else is what it is", () => {
  expect(idsIn("/robots.txt", "/robots.txt")).toEqual([]);
  expect(idsIn("/robots.txt", "/robotsxtxt")).toBeNull();
  expect(idsIn("/robots.txt", "/a/robots.txt")).toBeNull();
});
