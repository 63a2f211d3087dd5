import type { LookupAddress } from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { askOutside, type OutgoingRequest } from "./ask-outside";
import type { ResolveHost } from "./resolve-host";

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handle: RequestListener): Promise<number> {
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function counting() {
  let asked = 0;
  const port = await listen((_request, response) => {
    asked += 1;
    response.end("inside");
  });
  return { port, asked: () => asked };
}

const get = (url: string, changed: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  customerId: crypto.randomUUID(),
  url,
  method: "GET",
  headers: {},
  timeoutMs: 20_000,
  patienceMs: 20_000,
  answerBytesMax: 1_000,
  ...changed,
});
const leadsTo =
  (...addresses: readonly string[]): ResolveHost =>
  async () =>
    addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 }));
const allow = (hosts: string) => vi.stubEnv("ALLOWED_PRIVATE_HOSTS", hosts);

describe("an address of this network", () => {
  test.each([
    "127.0.0.1",
    "localhost",
    "shop.localhost",
    "shop.localhost.",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "2130706433",
    "0x7f.1",
    "0",
  ])("%s is not asked", async (host) => {
    const inside = await counting();
    const asking = askOutside(get(`http://${host}:${inside.port}/`));
    await expect(asking).rejects.toThrow("ALLOWED_PRIVATE_HOSTS");
    expect(inside.asked()).toBe(0);
  });

  test.each([
    [["127.0.0.1"]],
    [["8.8.8.8", "127.0.0.1"]],
    [["::ffff:7f00:1"]],
    [["64:ff9b::7f00:1"]],
  ])("is not asked under a name that leads to %s", async (addresses) => {
    const inside = await counting();
    const url = `http://shop.example:${inside.port}/`;
    const asking = askOutside(get(url), leadsTo(...addresses));
    await expect(asking).rejects.toThrow("ALLOWED_PRIVATE_HOSTS");
    expect(inside.asked()).toBe(0);
  });

  test("is asked where its range or its name is allowed, and then only that one", async () => {
    const inside = await counting();
    allow("127.0.0.1");
    const named = get(`http://shop.example:${inside.port}/`);
    expect(await askOutside(named, leadsTo("127.0.0.1"))).toMatchObject({ body: "inside" });
    await expect(askOutside(named, leadsTo("127.0.0.2"))).rejects.toThrow("ALLOWED_PRIVATE_HOSTS");
    allow("shop.localhost");
    const shop = await askOutside(get(`http://shop.localhost:${inside.port}/`));
    expect(shop).toMatchObject({ body: "inside" });
    const localhost = askOutside(get(`http://localhost:${inside.port}/`));
    await expect(localhost).rejects.toThrow("ALLOWED_PRIVATE_HOSTS");
    const other = askOutside(get(`http://127.0.0.1:${inside.port}/`));
    await expect(other).rejects.toThrow("ALLOWED_PRIVATE_HOSTS");
    expect(inside.asked()).toBe(2);
  });

  test("a name is looked up once: what was checked is what is connected to", async () => {
    allow("127.0.0.1");
    const inside = await counting();
    let lookups = 0;
    const rebinding: ResolveHost = (name) => {
      lookups += 1;
      return leadsTo(lookups === 1 ? "127.0.0.1" : "10.0.0.1")(name);
    };
    const answer = await askOutside(get(`http://shop.example:${inside.port}/`), rebinding);
    expect({ lookups, body: answer.body }).toEqual({ lookups: 1, body: "inside" });
  });

  test("is not asked when a redirect leads there", async () => {
    allow("127.0.0.1");
    const inside = await counting();
    const port = await listen((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` }).end();
    });
    expect(await askOutside(get(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 302 });
    expect(inside.asked()).toBe(0);
  });
});

describe("an answer", () => {
  test("that never ends is read to its bound, or not at all", async () => {
    allow("127.0.0.1");
    let open = 0;
    const port = await listen((_request, response) => {
      open += 1;
      response.on("close", () => {
        open -= 1;
      });
      response.on("error", () => undefined);
      const pour = () => {
        while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return;
        response.once("drain", pour);
      };
      pour();
    });
    for (const answerBytesMax of [0, 100_000]) {
      const answer = await askOutside(get(`http://127.0.0.1:${port}/`, { answerBytesMax }));
      expect(answer).toMatchObject({ status: 200, body: null });
    }
    await vi.waitFor(() => expect(open).toBe(0), 20_000);
  });

  test("that never comes, or not as HTTP, is a failure", async () => {
    allow("127.0.0.1");
    const silent = await listen(() => undefined);
    const asking = askOutside(get(`http://127.0.0.1:${silent}/`, { timeoutMs: 200 }));
    await expect(asking).rejects.toMatchObject({ code: "ABORT_ERR" });
    const broken = await listen((request) => request.socket.end("SSH-2.0-OpenSSH\r\n"));
    await expect(askOutside(get(`http://127.0.0.1:${broken}/`))).rejects.toThrow();
  });
});

test("a customer whose site hangs holds a few connections, and another's is asked meanwhile", async () => {
  allow("127.0.0.1");
  let hanging = 0;
  const slow = await listen(() => {
    hanging += 1;
  });
  const quick = await counting();
  const bad = Array.from({ length: 300 }, () =>
    askOutside(get(`http://127.0.0.1:${slow}/`, { customerId: "bad", timeoutMs: 60_000 })).catch(
      () => "ended",
    ),
  );
  await vi.waitFor(() => expect(hanging).toBeGreaterThan(0), 20_000);
  for (let times = 0; times < 20; times += 1) {
    const answer = await askOutside(get(`http://127.0.0.1:${quick.port}/`, { customerId: "good" }));
    expect(answer.body).toBe("inside");
  }
  expect(hanging).toBe(8);
  servers[0]?.closeAllConnections();
  const again = setInterval(() => servers[0]?.closeAllConnections(), 20);
  await Promise.all(bad);
  clearInterval(again);
});

test("who wants https gets nothing by http, but from a host that the operator allowed", async () => {
  const port = await listen((_request, response) => response.end(Buffer.of(0xff, 0xd8)));
  allow("127.0.0.1, inside.example");
  const wanted = { isHttpsOnly: true, answerEncoding: "base64" } as const;
  await expect(
    askOutside(get("http://shop.example/", wanted), leadsTo("93.184.216.34")),
  ).rejects.toThrow("https://");
  await expect(askOutside(get("http://127.0.0.2/", wanted))).rejects.toThrow();
  const { body } = await askOutside(get(`http://127.0.0.1:${port}/`, wanted));
  // Bytes that are no text arrive as they are.
  expect(body).toBe("/9g=");
});
