import { expect, test } from "vitest";
import { customerOfHost, plainHost } from "./host";

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
