import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientAddress, networkOf, noteClientAddress } from "./client-address";

/** What a server behind so many proxies takes for the client's address of a connection from 192.0.2.1. */
function noted(headers: Record<string, string>, trustedProxies: number): string {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: "192.0.2.1" });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  noteClientAddress(request, trustedProxies);
  const seen = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return clientAddress(new Headers(Object.fromEntries(seen)));
}

test.each([
  ["9.9.9.9, 10.0.0.1", 1, "10.0.0.1"],
  ["6.6.6.6, 9.9.9.9, 10.0.0.1", 2, "9.9.9.9"],
  ["9.9.9.9", 2, "192.0.2.1"],
  ["6.6.6.6, 127.0.0.1", 0, "192.0.2.1"],
  ["127.0.0.1", 0, "192.0.2.1"],
  ["", 1, "192.0.2.1"],
  ["6.6.6.6,", 1, "192.0.2.1"],
])("of %j behind %i trusted proxies, %s counts", (forwardedFor, proxies, expected) => {
  expect(noted({ "x-forwarded-for": forwardedFor }, proxies)).toBe(expected);
});

test("without a trusted proxy nothing is left that a client wrote in a proxy's name", () => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, {
    forwarded: "for=6.6.6.6",
    "x-forwarded-for": "6.6.6.6",
    "x-forwarded-host": "elsewhere.example",
    "x-forwarded-port": "1",
    "x-forwarded-proto": "https",
    "x-real-ip": "6.6.6.6",
    cookie: "a=b",
  });
  noteClientAddress(request, 0);
  expect(Object.keys(request.headers).filter((name) => !name.startsWith("x-client-"))).toEqual([
    "cookie",
  ]);
});

test("a request that the console's server has not seen comes from nowhere", () => {
  const forged = { "x-forwarded-for": "6.6.6.6", "x-client": "6.6.6.6", "x-client-": "6.6.6.6" };
  expect(clientAddress(new Headers(forged))).toBe("unknown");
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
  ["2001:0db8:1::", "2001:db8:1:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["unknown", "unknown"],
])("%s belongs to %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
