import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createNodeConnector, type NodeConnectorOptions } from "../src/adapters/node/index.ts";
import {
  buildConfig,
  buildIntegration,
  cookieHeader,
  hmac,
  mint,
  SECRET,
  seal,
} from "./fixtures.ts";
import { createTls, sendHttp2 } from "./http2-site.ts";
import { answerAsOrigin, listen, send, startNodeSite, stop } from "./node-site.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Waits for something in the background; the bound only ends a test that has failed. */
function until(condition: () => boolean | Promise<boolean>): Promise<unknown> {
  return vi.waitUntil(condition, { timeout: 30_000 });
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A waiting room's config endpoint whose answers a test decides. */
async function startPublisher(answer: Answer) {
  const publisher = { answer, pulls: [] as IncomingMessage[] };
  const server = createServer((request, response) => {
    publisher.pulls.push(request);
    publisher.answer(request, response);
  });
  const port = await listen(server);
  const close = () => stop(server);
  cleanups.push(close);
  return Object.assign(publisher, { port, close, url: `http://127.0.0.1:${port}/config` });
}

const publish =
  (version: number): Answer =>
  (request, response) => {
    const etag = `"v${version}"`;
    response.setHeader("etag", etag);
    if (request.headers["if-none-match"] === etag) {
      response.statusCode = 304;
      response.end();
      return;
    }
    response.end(JSON.stringify({ ...buildConfig(buildIntegration()), Version: version }));
  };

async function startSite(options: Parameters<typeof startNodeSite>[0]) {
  const site = await startNodeSite({
    pullIntervalSeconds: 0.1,
    // A busy machine is no reason for a pull to fail.
    pullTimeoutMs: 30_000,
    onProblem: () => undefined,
    ...options,
  });
  cleanups.push(site.close);
  return site;
}

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "connector-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  return join(folder, "config.json");
}

describe("the pull", () => {
  test("sends the API key and asks only for news", async () => {
    const publisher = await startPublisher(publish(1));
    const site = await startSite({ configUrl: publisher.url });
    await until(() => publisher.pulls.length >= 3);
    const sent = publisher.pulls
      .slice(0, 3)
      .map(({ headers }) => [headers["api-key"], headers["if-none-match"]]);
    expect(sent).toEqual([
      ["key-1", undefined],
      ["key-1", '"v1"'],
      ["key-1", '"v1"'],
    ]);
    expect(site.connector.configVersion()).toBe(1);
  });

  test("takes up a new version while it runs", async () => {
    const publisher = await startPublisher(publish(1));
    const site = await startSite({ configUrl: publisher.url });
    await site.connector.ready();
    publisher.answer = publish(2);
    await until(() => site.connector.configVersion() === 2);
    expect((await site.send("/tickets")).header("location")).toContain("&cver=2&");
  });

  test.each<[string, RegExp, Answer]>([
    ["an error", /status 500/, (_request, response) => void response.writeHead(500).end()],
    [
      "a redirect",
      /status 302/,
      (_request, response) => void response.writeHead(302, { location: "/" }).end(),
    ],
    ["no JSON", /JSON/, (_request, response) => void response.end("<html>")],
    [
      "rules that cannot be obeyed",
      /^Config refused: Integrations.1.Triggers$/,
      (_request, response) => void response.end('{"Version":9,"Integrations":[{}]}'),
    ],
    ["a torn connection", /socket hang up/, (_request, response) => void response.destroy()],
    ["silence", /timeout/, () => undefined],
  ])("keeps the last good config on %s", async (_name, problem, answer) => {
    const messages: string[] = [];
    const publisher = await startPublisher(publish(1));
    const site = await startSite({
      configUrl: publisher.url,
      pullTimeoutMs: 1000,
      onProblem: ({ message }) => messages.push(message),
    });
    await until(() => site.connector.configVersion() === 1);
    publisher.answer = answer;
    await until(() => messages.some((message) => problem.test(message)));
    expect(site.connector.configVersion()).toBe(1);
    expect((await site.send("/tickets")).status).toBe(302);
    publisher.answer = publish(3);
    await until(() => site.connector.configVersion() === 3);
  });

  test("keeps the last good config when the server dies, even over a restart", async () => {
    const configFile = await temporaryFile();
    const publisher = await startPublisher(publish(4));
    const first = await startSite({ configUrl: publisher.url, configFile });
    await first.connector.ready();
    await until(async () => (await readFile(configFile, "utf8")).includes('\\"Version\\":4'));
    await publisher.close();
    expect((await first.send("/tickets")).header("location")).toContain("&cver=4&");

    const second = await startSite({ configUrl: publisher.url, configFile });
    expect((await second.send("/tickets")).header("location")).toContain("&cver=4&");
  });

  test("says once that there is no folder for the file, and goes on without it", async () => {
    const folder = join(await temporaryFile(), "missing");
    const configFile = join(folder, "config.json");
    const problems: string[] = [];
    const publisher = await startPublisher(publish(1));
    const site = await startSite({
      configUrl: publisher.url,
      configFile,
      pullIntervalSeconds: 0.1,
      onProblem: ({ message }) => problems.push(message),
    });
    await until(() => site.connector.configVersion() === 1);
    for (const version of [2, 3, 4]) {
      publisher.answer = publish(version);
      await until(() => site.connector.configVersion() === version);
    }
    expect(problems).toEqual([
      `configFile ${configFile} cannot be written: there is no folder ${folder}`,
    ]);
  });

  test("reports a broken file and goes on without it", async () => {
    const configFile = await temporaryFile();
    await writeFile(configFile, "{");
    const problems: Error[] = [];
    const publisher = await startPublisher(publish(1));
    const site = await startSite({
      configUrl: publisher.url,
      configFile,
      onProblem: (problem) => problems.push(problem),
    });
    await site.connector.ready();
    expect(problems).toHaveLength(1);
    expect(site.connector.configVersion()).toBe(1);
  });

  test("never happens because of a request", async () => {
    const publisher = await startPublisher(publish(1));
    const site = await startSite({ configUrl: publisher.url, pullIntervalSeconds: 3600 });
    await site.connector.ready();
    publisher.answer = () => undefined;
    await Promise.all(Array.from({ length: 20 }, () => site.send("/tickets")));
    expect(publisher.pulls).toHaveLength(1);
  });

  test("dials the given address and still names the host of the URL", async () => {
    const publisher = await startPublisher(publish(1));
    const site = await startSite({
      configUrl: "http://room.localhost:3001/config",
      connect: { host: "127.0.0.1", port: publisher.port },
    });
    await site.connector.ready();
    expect(publisher.pulls[0]?.headers.host).toBe("room.localhost:3001");
  });

  test("ends with close, also in the middle of a pull", async () => {
    const publisher = await startPublisher(() => undefined);
    const site = await startSite({ configUrl: publisher.url });
    await until(() => publisher.pulls.length === 1);
    await site.connector.close();
    expect(publisher.pulls).toHaveLength(1);
  });
});

describe("while no config was ever seen", () => {
  const silent = "http://127.0.0.1:1/config";

  test("failOpen: true lets requests through and marks them", async () => {
    const site = await startSite({ configUrl: silent, failOpen: true });
    const answer = await site.send("/tickets");
    expect([answer.status, answer.body]).toEqual([200, "origin"]);
    expect(answer.header("x-queueit-failed")).toBe("true");
  });

  test("failOpen: false answers 503 and says when to come back", async () => {
    const site = await startSite({ configUrl: silent, failOpen: false });
    const answer = await site.send("/tickets");
    expect(answer.status).toBe(503);
    expect(answer.body).toContain("One moment, please");
    expect(answer.header("retry-after")).toBe("10");
    expect(answer.header("cache-control")).toContain("no-store");
    expect(answer.header("x-queueit-failed")).toBeNull();
  });
});

test.each<[string, Partial<Record<keyof NodeConnectorOptions, unknown>>]>([
  ["failOpen", { failOpen: undefined }],
  ["customerId", { customerId: "" }],
  ["secrets", { secrets: [] }],
  ["secrets", { secrets: [""] }],
  ["apiKey", { apiKey: undefined }],
  ["configUrl", { configUrl: "room.example" }],
  ["waitingRoomOrigin", { waitingRoomOrigin: "ftp://room.example" }],
  ["trustedProxies", { trustedProxies: -1 }],
  ["pullIntervalSeconds", { pullIntervalSeconds: 0 }],
])("an option %s that is missing or wrong is named at the start", (name, changes) => {
  const good = {
    customerId: "acme",
    secrets: [SECRET],
    apiKey: "k",
    configUrl: "http://127.0.0.1:1/",
    failOpen: true,
  };
  // The types forbid these; plain JavaScript does not.
  const options = { ...good, ...changes } as unknown as NodeConnectorOptions;
  expect(() => createNodeConnector(options)).toThrow(new RegExp(`^${name} is`));
});

describe("a request", () => {
  async function startReadySite(options: Partial<NodeConnectorOptions> = {}) {
    const publisher = await startPublisher(publish(1));
    const site = await startSite({ configUrl: publisher.url, ...options });
    await site.connector.ready();
    return site;
  }
  const targetOf = (location: string | null): string | null =>
    new URL(location ?? "").searchParams.get("t");

  test("goes to the given origin", async () => {
    const site = await startReadySite({ waitingRoomOrigin: "http://room.localhost:3001/" });
    const answer = await site.send("/tickets");
    expect(answer.header("location")).toMatch(
      /^http:\/\/room\.localhost:3001\/\?c=acme&e=sale&ver=stanchion-node-0\.1\.0&cver=1&/,
    );
  });

  const forwarded = {
    "x-forwarded-proto": "ftp, https",
    "x-forwarded-host": "evil.example, shop.example",
    "x-forwarded-for": "198.51.100.7, 203.0.113.9",
  };

  test("believes forwarded headers only as far as the proxies are ours", async () => {
    const trusting = await startReadySite({ trustedProxies: 1 });
    const answer = await trusting.send("/tickets", { headers: forwarded });
    expect(targetOf(answer.header("location"))).toBe("https://shop.example/tickets");
    const wary = await startReadySite();
    const plain = await wary.send("/tickets", { headers: forwarded });
    expect(targetOf(plain.header("location"))).toBe(`${wary.origin}/tickets`);
  });

  test("is not let through because its host looks like a path without a rule", async () => {
    const site = await startReadySite({ trustedProxies: 1 });
    for (const host of ["shop.example/free?", "shop.example#", "shop.example\\free?"]) {
      for (const header of ["host", "x-forwarded-host"]) {
        const answer = await site.send("/tickets", { headers: { [header]: host } });
        expect([host, header, answer.status]).toEqual([host, header, 302]);
      }
    }
  });

  test("is bound to the address that the outermost trusted proxy saw", async () => {
    const site = await startReadySite({ trustedProxies: 1 });
    const sessionOf = (clientIp: string) => {
      const issuedUnixSeconds = Math.floor(Date.now() / 1000);
      const session = seal({ issuedUnixSeconds, hashedIp: hmac(SECRET, clientIp) });
      return { headers: { ...forwarded, cookie: cookieHeader(session) } };
    };
    expect((await site.send("/tickets", sessionOf("203.0.113.9"))).body).toBe("origin");
    const other = await site.send("/tickets", sessionOf("198.51.100.7"));
    expect(other.header("location")).toContain("/error/connector/sessionstate/?");
  });

  test("with a body keeps it: its token is not redirected away", async () => {
    const site = await startReadySite();
    const token = mint({ expiresUnixSeconds: Math.floor(Date.now() / 1000) + 60 });
    const answer = await send(site.port, `/tickets?queueittoken=${token}`, { method: "POST" });
    expect([answer.status, answer.body]).toEqual([200, "origin"]);
    expect(answer.header("set-cookie")).toContain("QueueITAccepted");
  });

  test("is answered 503, not let in, when the site's own enqueue token fails", async () => {
    const problems: Error[] = [];
    const site = await startReadySite({
      enqueueToken: () => {
        throw new Error("no key");
      },
      onProblem: (problem) => problems.push(problem),
    });
    expect((await site.send("/tickets")).status).toBe(503);
    expect(problems.map(({ message }) => message)).toEqual(["no key"]);
  });

  /** What a ready site answers to this head of a request. */
  async function answerTo(head: string): Promise<string> {
    const site = await startReadySite();
    const socket = connect(site.port, "127.0.0.1");
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.end(Buffer.from(`${head}Connection: close\r\n\r\n`, "latin1"));
    await once(socket, "close");
    return Buffer.concat(chunks).toString("latin1");
  }

  test.each([
    "GET http://other.example/tickets HTTP/1.1\r\nHost: shop.example\r\n",
    "GET //tickets HTTP/1.1\r\nHost: shop.example\r\n",
    "GET /tickets?queueittoken=%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: shop.example\r\n",
    "GET /tickets?queueittoken=~&queueittoken=%E0%A4%A HTTP/1.1\r\nHost: shop.\u00e9xample\r\n",
    `GET /tickets?queueittoken=${"a".repeat(9000)} HTTP/1.1\r\nHost: shop.example\r\n`,
    "GET /tickets HTTP/1.1\r\nHost: shop.example\r\nCookie: QueueITAccepted-SDFrts345E-V3_sale=%E0%A4%A;=;;\u00ff\r\n",
  ])("that is hostile is answered with one clean redirect: %j", async (head) => {
    const answer = await answerTo(head);
    expect(answer).toMatch(/^HTTP\/1\.1 302 /);
    expect(answer.match(/^location: https:\/\/room\.example\//gim)).toHaveLength(1);
    expect(answer).not.toMatch(/^set-cookie: ?x/im);
  });

  test("that does not say for which host it is is refused, and told why", async () => {
    const answer = await answerTo("GET /tickets HTTP/1.0\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("host-unknown: ");
  });
});

test("as middleware, it calls next only for requests that may go on", async () => {
  const publisher = await startPublisher(publish(1));
  const connector = createNodeConnector({
    customerId: "acme",
    secrets: [SECRET],
    apiKey: "key-1",
    failOpen: false,
    configUrl: publisher.url,
  });
  cleanups.push(connector.close);
  await connector.ready();
  const server = createServer((request, response) => {
    // Express shortens the URL inside a mounted router and keeps the whole one here.
    Object.assign(request, { originalUrl: request.url, url: "/" });
    connector.middleware(request, response, () => response.end("next"));
  });
  const port = await listen(server);
  cleanups.push(() => stop(server));
  expect((await send(port, "/")).body).toBe("next");
  expect((await send(port, "/tickets")).status).toBe(302);
});

describe("a request that does not say for which host it is", () => {
  const part = (UrlPart: string, ValueToCompare: string) => ({
    ValidatorType: "UrlValidator",
    Operator: "Equals",
    ValueToCompare,
    ValuesToCompare: null,
    UrlPart,
    CookieName: null,
    HttpHeaderName: null,
    IsNegative: false,
    IsIgnoreCase: true,
  });
  const onHost = buildIntegration({
    Triggers: [{ LogicalOperator: "And", TriggerParts: [part("HostName", "shop.example")] }],
  });

  async function startWith(...rules: ReturnType<typeof buildIntegration>[]) {
    const problems: string[] = [];
    const publisher = await startPublisher((_request, response) => {
      response.end(JSON.stringify(buildConfig(...rules)));
    });
    const onProblem = ({ message }: Error) => problems.push(message);
    const site = await startSite({ configUrl: publisher.url, onProblem });
    await site.connector.ready();
    return { ...site, problems };
  }

  async function askInHttp10(port: number, path: string, headers = ""): Promise<string> {
    const socket = connect(port, "127.0.0.1");
    socket.end(`GET ${path} HTTP/1.0\r\n${headers}\r\n`);
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    return answer.split("\r\n", 1)[0] ?? "";
  }

  test("is refused where a rule asks for the host, and that is reported once", async () => {
    const { port, problems } = await startWith(onHost);
    expect(await askInHttp10(port, "/")).toContain("400");
    expect(await askInHttp10(port, "/", "Host: \r\n")).toContain("400");
    expect(await askInHttp10(port, "/", "Host: shop.example\r\n")).toContain("302");
    expect(await askInHttp10(port, "/", "Host: other.example\r\n")).toContain("200");
    expect(problems).toEqual([expect.stringContaining("host-unknown")]);
  });

  test("is refused where its visitor would be sent back to an inner address, and goes on elsewhere", async () => {
    const { port } = await startWith(buildIntegration());
    expect(await askInHttp10(port, "/tickets")).toContain("400");
    expect(await askInHttp10(port, "/health")).toContain("200");
  });

  test("over HTTP/2 it is the one that names two, and one that names its own is decided like any other", async () => {
    const { connector } = await startWith(onHost);
    const server = createSecureServer(await createTls(), connector.wrap(answerAsOrigin));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    const ask = async (headers: Record<string, string>) =>
      (await sendHttp2(port, "/", { headers })).status;
    expect(await ask({ ":authority": "shop.example" })).toBe(302);
    expect(await ask({ ":authority": "SHOP.example", host: "shop.example" })).toBe(302);
    expect(await ask({ ":authority": "other.example" })).toBe(200);
    expect(await ask({ ":authority": "other.example", host: "shop.example" })).toBe(400);
    expect(await ask({ ":authority": "shop.example", host: "other.example" })).toBe(400);
  });
});
