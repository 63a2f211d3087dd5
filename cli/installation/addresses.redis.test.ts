import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { parseMasterKey } from "@/lib/secrets/seal";
import { createCertificate } from "@/test/certificates";
import { type FrontProxy, type ProxyManners, startFrontProxy } from "@/test/front-proxy";
import { startTestRoom } from "@/test/waiting-room";
import { checkAddress, compareAddresses, type OwnAddress } from "./addresses";

const master = parseMasterKey(Buffer.alloc(32, 5).toString("base64url"));
const certificate = await createCertificate({ hosts: ["localhost"] });
/** Waiting rooms that trust none, one and two proxies. */
const rooms = [0, 1, 2].map((trustedProxies) => startTestRoom(master, { trustedProxies }));
const under = startTestRoom(master, { trustedProxies: 0, basePath: "/queue" });
const proxies: FrontProxy[] = [];

/** Something else. */
const other = createServer((_request, response) => response.end("<h1>Welcome to nginx!</h1>"));
await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));

afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
});
afterAll(() => other.close());

const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code);

function address(url: string, program: OwnAddress["program"] = "waiting-room"): OwnAddress {
  return { setting: "WAITING_ROOM_URL", url, program };
}

async function check(
  url: string,
  facts: { trustedProxies?: number; program?: OwnAddress["program"]; key?: typeof master } = {},
): Promise<string[]> {
  const { trustedProxies = 0, program, key = master } = facts;
  return codes(await checkAddress(address(url, program), { master: key, trustedProxies }));
}

async function proxy(behind: () => number, manners: ProxyManners = {}): Promise<number> {
  const started = await startFrontProxy(behind, manners);
  proxies.push(started);
  return started.port;
}

const roomPort = (trusted: number) => () => rooms[trusted]?.port() ?? 0;

describe("an address", () => {
  test("at which the right program of this installation answers is good", async () => {
    expect(await check(`http://127.0.0.1:${roomPort(0)()}`)).toEqual([]);
    expect(await check(`http://127.0.0.1:${under.port()}/queue`)).toEqual([]);
  });

  test("at which nobody answers is unreachable", async () => {
    expect(await check("http://127.0.0.1:1")).toEqual(["addresses.unreachable"]);
    expect(await check("https://nobody.invalid")).toEqual(["addresses.unreachable"]);
    expect(await check(`https://127.0.0.1:${roomPort(0)()}`)).toEqual(["addresses.unreachable"]);
  });

  test("at which something else answers is told", async () => {
    // The server listens on TCP, so its address is no path.
    const { port } = other.address() as AddressInfo;
    expect(await check(`http://127.0.0.1:${port}`)).toEqual(["addresses.not-stanchion"]);
  });

  test("at which the other program answers is told", async () => {
    const url = `http://127.0.0.1:${roomPort(0)()}`;
    expect(await check(url, { program: "console" })).toEqual(["addresses.wrong-program"]);
  });

  test("of an installation with another key is told", async () => {
    const key = parseMasterKey(Buffer.alloc(32, 6).toString("base64url"));
    const url = `http://127.0.0.1:${roomPort(0)()}`;
    expect(await check(url, { key })).toEqual(["addresses.other-key"]);
  });
});

describe("addresses together", () => {
  const compare = (consoleUrl: string, roomUrl: string, domain = roomUrl) =>
    codes(
      compareAddresses([address(consoleUrl, "console"), address(roomUrl), address(domain)]),
    ).sort();

  test("are good with https, and hosts of their own", () => {
    expect(compare("https://console.example.com", "https://room.example.com")).toEqual([]);
  });

  test("without https are told, each", () => {
    expect(compare("http://console.example.com", "https://room.example.com")).toEqual([
      "addresses.plain-http",
    ]);
  });

  test("of one host share their cookies, whatever the ports", () => {
    expect(compare("https://example.com:8443", "https://example.com/queue")).toEqual([
      "addresses.same-host",
    ]);
  });

  test("of a room with two hosts are told", () => {
    const [one, two] = ["https://room.example.com", "https://queue.example.com"];
    expect(compare("https://console.example.com", one, two)).toEqual([
      "addresses.queue-domain-differs",
    ]);
  });
});

describe("proxies", () => {
  test("that add to the header are as many as are trusted", async () => {
    const first = await proxy(roomPort(2), { certificate });
    const one = await proxy(roomPort(1), { certificate });
    // The inner one passes on what the outer one has said of TLS.
    const inner = await proxy(roomPort(2), { forwardedProto: false });
    const second = await proxy(() => inner, { certificate });
    expect(await check(`https://localhost:${one}`, { trustedProxies: 1 })).toEqual([]);
    expect(await check(`https://localhost:${second}`, { trustedProxies: 2 })).toEqual([]);
    expect(await check(`https://localhost:${first}`, { trustedProxies: 2 })).toEqual([
      "proxies.too-many-trusted",
    ]);
  });

  test("that nobody trusts are told", async () => {
    const port = await proxy(roomPort(0), { certificate });
    expect(await check(`https://localhost:${port}`)).toEqual(["proxies.too-few-trusted"]);
  });

  test("that are trusted and not there are told: then everybody can write an address", async () => {
    const url = `http://127.0.0.1:${roomPort(1)()}`;
    expect(await check(url, { trustedProxies: 1 })).toEqual(["proxies.too-many-trusted"]);
  });

  test("that keep what the visitor wrote are told", async () => {
    const port = await proxy(roomPort(1), { certificate, forwardedFor: "if-none" });
    expect(await check(`https://localhost:${port}`, { trustedProxies: 1 })).toEqual([
      "proxies.address-forgeable",
    ]);
  });

  test("that hide that the visitor came over TLS are told", async () => {
    const port = await proxy(roomPort(1), { certificate, forwardedProto: false });
    expect(await check(`https://localhost:${port}`, { trustedProxies: 1 })).toEqual([
      "proxies.https-hidden",
    ]);
    const silent = await proxy(roomPort(0), { certificate, forwardedFor: "none" });
    expect(await check(`https://localhost:${silent}`)).toEqual(["proxies.https-hidden"]);
  });
});
