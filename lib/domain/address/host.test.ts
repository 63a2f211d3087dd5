import { expect, test } from "vitest";
import { customerOfHost, ownHostProblem, plainHost } from "./host";

const DOMAIN = "line.example.com";

test("a host is compared without what changes nothing", () => {
  for (const host of ["Room.Example.com", "room.example.com.", "room.example.com:8443"])
    expect(plainHost(host)).toBe("room.example.com");
});

test.each([
  ["northwind.line.example.com", "northwind"],
  ["NORTHWIND.line.example.com.:443", "northwind"],
  ["line.example.com", null],
  ["a.northwind.line.example.com", null],
  ["north-wind.line.example.com", null],
  ["northwindline.example.com", null],
  ["northwind.line.example.com.evil.example", null],
])("%s belongs to %s", (host, customer) => {
  expect(customerOfHost(host, DOMAIN)).toBe(customer);
});

const INSTALLATION = {
  hosts: ["room.example.net:8443", "console.example.net"],
  domain: DOMAIN,
};

test.each([
  "line.shop.example",
  "Line.Shop.EXAMPLE",
  "line.shop.example.",
  "xn--mnchen-3ya.example",
])("%s may be a customer's own", (host) => {
  expect(ownHostProblem(host, INSTALLATION)).toBeNull();
  expect(ownHostProblem(` ${host} `, { hosts: [], domain: undefined })).toBeNull();
});

test.each([
  ["room.example.net", "installation"],
  ["CONSOLE.example.net.", "installation"],
  ["line.example.com", "installation"],
  ["northwind.line.example.com", "installation"],
  ["a.b.LINE.example.com.", "installation"],
  ["93.184.216.34", "not an IP address"],
  ["[2001:db8::1]", "only the host"],
  ["line.shop.example:8443", "only the host"],
  ["line.shop.example/tickets", "only the host"],
  ["https://line.shop.example", "only the host"],
  ["me@line.shop.example", "only the host"],
  ["*.shop.example", "hyphens and dots"],
  ["münchen.example", "xn--"],
  ["-line.shop.example", "hyphens and dots"],
  ["line..example", "hyphens and dots"],
  ["localhost", "full host"],
  ["", "full host"],
  [`${"a.".repeat(130)}example`, "full host"],
  [`${"a".repeat(64)}.example`, "hyphens and dots"],
])("%s is none: %s", (host, reason) => {
  expect(ownHostProblem(host, INSTALLATION)).toContain(reason);
});

test("a neighbour of the installation's domain is not under it", () => {
  expect(ownHostProblem("myline.example.com", INSTALLATION)).toBeNull();
});
