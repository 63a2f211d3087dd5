import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createConsoleServer } from "./console-server";
import { offerLiveRoutes } from "./live-routes";

let url: string;

/** Next.js, which says that it answered. */
const server = createConsoleServer({
  consoleUrl: "https://console.example",
  trustedProxies: 0,
  handle: async (_request, response) => void response.end("Next.js"),
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // The server listens on TCP, so its address is no path.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() =>
  offerLiveRoutes([
    {
      path: /^\/live\/(?<eventId>[\w-]+)$/,
      get: async (request, { params }) => {
        const { eventId } = await params;
        const { searchParams } = new URL(request.url);
        const cookie = request.headers.get("cookie");
        const status = cookie === null ? 401 : 200;
        return Response.json({ eventId, cookie, lane: searchParams.get("lane") }, { status });
      },
    },
  ]),
);

afterAll(async () => {
  offerLiveRoutes([]);
  await new Promise((resolve) => server.close(resolve));
});

describe("what open pages ask again and again", () => {
  test("is answered by its route with the cookie, the names in the path and the query", async () => {
    const answer = await fetch(`${url}/live/sale-1?lane=2`, { headers: { cookie: "a=b" } });
    expect(await answer.json()).toEqual({ eventId: "sale-1", cookie: "a=b", lane: "2" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
  });

  test("is packed for those who unpack it, and only for them", async () => {
    const ask = (encoding: string) =>
      fetch(`${url}/live/sale`, { headers: { "accept-encoding": encoding, cookie: "a=b" } });
    for (const [encoding, answered] of [
      ["gzip, deflate, br", "gzip"],
      ["identity", null],
    ] as const) {
      const answer = await ask(encoding);
      expect(answer.headers.get("content-encoding")).toBe(answered);
      expect(answer.headers.get("vary")).toBe("accept-encoding");
      expect(await answer.json()).toMatchObject({ eventId: "sale" });
    }
  });

  test("gives each text to those who asked for it, however many there are", async () => {
    const names = Array.from({ length: 450 }, (_, index) => `sale-${index % 225}`);
    const headers = { cookie: "a=b" };
    for (const name of names) {
      const answer = await fetch(`${url}/live/${name}`, { headers });
      expect(await answer.json()).toMatchObject({ eventId: name });
    }
  });

  test("is refused as the route refuses it", async () => {
    expect((await fetch(`${url}/live/sale`)).status).toBe(401);
  });

  test("goes to Next.js where it is another path, another method, or nothing was offered yet", async () => {
    const others = [
      fetch(`${url}/live/sale/more`),
      fetch(`${url}/live/sal%65`),
      fetch(`${url}//live/sale`),
      fetch(`${url}/live/sale`, { method: "POST", body: "{}" }),
    ];
    for (const answer of await Promise.all(others)) expect(await answer.text()).toBe("Next.js");
    offerLiveRoutes([]);
    expect(await (await fetch(`${url}/live/sale`)).text()).toBe("Next.js");
  });
});
