import { request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientAddress } from "@/lib/platform/client-address";
import { createConsoleServer } from "./console-server";

type Answer = { readonly status: number; readonly body: string; readonly headers: Headers };

let port: number;
let bytesRead = 0;

/** Stands for Next.js: reads the whole body, and says what it takes for the client's address. */
const server = createConsoleServer({
  consoleUrl: "https://console.example",
  trustedProxies: 0,
  async handle(request, response) {
    for await (const chunk of request) bytesRead += chunk.length;
    const seen = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    response.end(clientAddress(new Headers(Object.fromEntries(seen))));
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  ({ port } = server.address() as AddressInfo);
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

type Sent = {
  readonly path: string;
  readonly bytes?: number;
  /** What the headers say; without it, what is sent. */
  readonly length?: number;
  readonly headers?: Record<string, string>;
};

/** Sends a body as far as the server takes it. */
function post({ path, bytes = 0, length = bytes, headers = {} }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const framing = headers["transfer-encoding"] === undefined ? { "content-length": length } : {};
    const sent = ask({ port, path, method: "POST", headers: { ...framing, ...headers } });
    sent.on("error", (error) => reject(error));
    sent.setTimeout(20_000, () => sent.destroy(new Error("The server waits for the body.")));
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const own = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          headers: new Headers(Object.fromEntries(own)),
        });
      });
      sent.on("error", () => undefined);
    });
    sent.end(Buffer.alloc(bytes));
  });
}

const PATHS = [
  "/api/auth/callback/credentials",
  "/API/AUTH/callback/credentials",
  "/api/v1/events/a/snapshot",
  "/api/health",
  "/events",
  "/sign-in",
  "/nothing/here",
  "/_next/image?url=a",
];

describe("the console's server", () => {
  test("takes no body of 100 MB at any route, and reads nothing of it", async () => {
    const before = bytesRead;
    const answers = await Promise.all(PATHS.map((path) => post({ path, length: 100_000_000 })));
    for (const { status, headers } of answers) {
      expect(status).toBe(413);
      expect(headers.get("connection")).toBe("close");
    }
    expect(bytesRead).toBe(before);
  });

  test("takes no body of unstated length at any route", async () => {
    const before = bytesRead;
    const headers = { "transfer-encoding": "chunked" };
    const answers = await Promise.all(PATHS.map((path) => post({ path, bytes: 10, headers })));
    expect(answers.map(({ status }) => status)).toEqual(PATHS.map(() => 411));
    expect(bytesRead).toBe(before);
  });

  test("takes at sign-in what a sign-in needs, and elsewhere what a form with a logo needs", async () => {
    const signIn = "/api/auth/callback/credentials";
    expect((await post({ path: signIn, bytes: 16_384 })).status).toBe(200);
    expect((await post({ path: signIn, bytes: 16_385 })).status).toBe(413);
    expect((await post({ path: "/events", bytes: 1_048_576 })).status).toBe(200);
    expect((await post({ path: "/events", bytes: 1_572_865 })).status).toBe(413);
  });

  test("takes the other end of the connection for the client, whatever the client says", async () => {
    const headers = {
      "x-forwarded-for": "6.6.6.6",
      "x-real-ip": "6.6.6.6",
      forwarded: "for=6.6.6.6",
      "x-client-0": "6.6.6.6",
    };
    expect((await post({ path: "/sign-up", headers })).body).toBe("127.0.0.1");
  });

  test("protects the browser in every answer, also in a refusal", async () => {
    const answers = [await post({ path: "/events" }), await post({ path: "/", length: 1e9 })];
    for (const { headers } of answers) {
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}$/);
    }
  });
});

describe("a POST to a page", () => {
  const sent = (path: string, headers: Record<string, string>) =>
    post({ path, headers: { host: "console.example", ...headers } });

  test.each([
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    { origin: "javascript:alert(1)" },
    { origin: "https://console.example:8443" },
    { origin: "https://console.example", "x-forwarded-host": "elsewhere.example" },
  ])("that another site sent is refused in words: %j", async (headers) => {
    const { status, body } = await sent("/events", headers);
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ code: "forbidden", status: 403 });
  });

  test.each([
    [{ origin: "https://console.example" }],
    [{}],
    [{ origin: "https://outside.example", "x-forwarded-host": "outside.example" }],
  ])("of its own, or of a program, is answered: %j", async (headers) => {
    expect((await sent("/events", headers)).status).toBe(200);
  });
});
