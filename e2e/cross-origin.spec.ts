import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { build } from "esbuild";
import { createNodeConnector } from "../connectors/src/adapters/node/index.ts";
import { openRoom, type Room } from "./room";

let room: Room;
const servers: Server[] = [];

test.beforeAll(async () => {
  room = await openRoom();
});
test.afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await room.close();
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function connectorScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["connectors/src/adapters/browser/script.ts"],
    bundle: true,
    format: "iife",
    target: "es2022",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** What is asked of the API, and what it answers: it allows its own page to send JSON, with credentials and a header. */
type Asked = { readonly method: string; readonly type: string; readonly body: string };

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function apiOf(page: string, asked: Asked[]): RequestListener {
  return async (request, response) => {
    const { method = "", headers } = request;
    asked.push({ method, type: headers["content-type"] ?? "", body: await readBody(request) });
    response.setHeader("access-control-allow-origin", page);
    response.setHeader("access-control-allow-credentials", "true");
    response.setHeader("access-control-allow-methods", "POST");
    response.setHeader(
      "access-control-allow-headers",
      "content-type, x-own, x-queueit-ajaxpageurl",
    );
    response.setHeader("vary", "origin");
    response.end(method === "OPTIONS" ? "" : "Ordered");
  };
}

type Way = "fetch" | "xhr";

/** A page that orders at the API of another host; at `/seats` it does so at once. */
function shopPage(customerId: string, apiHost: string, way: Way): string {
  return `<!doctype html><html lang="en"><head><title>Shop</title>
<script src="/connector.js" data-stanchion-c="${customerId}" data-stanchion-host="${room.origin}"
  data-stanchion-fail-open="false" data-stanchion-intercept="true"
  data-stanchion-intercept-domain="${apiHost}"></script>
</head><body><button>Order</button><output></output><script>
const output = document.querySelector("output");
const address = "http://${apiHost}/api/order";
const headers = { "content-type": "application/json", "x-own": "1" };
const body = JSON.stringify({ seat: 7 });
const ways = {
  fetch: async () => {
    const response = await fetch(address, { method: "POST", credentials: "include", headers, body });
    return response.text();
  },
  xhr: () => new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.onload = () => resolve(request.responseText);
    request.open("POST", address);
    request.withCredentials = true;
    for (const name in headers) request.setRequestHeader(name, headers[name]);
    request.send(body);
  }),
};
const order = async () => {
  output.textContent = "asking";
  output.textContent = await ways.${way}();
};
document.querySelector("button").onclick = () => {
  history.pushState(null, "", "/seats");
  return order();
};
if (location.pathname === "/seats") order();
</script></body></html>`;
}

async function openShop(way: Way) {
  const serves: { page: RequestListener; api: RequestListener } = {
    page: (_request, response) => response.end(),
    api: (_request, response) => response.end(),
  };
  const pagePort = await listen((request, response) => serves.page(request, response));
  const apiPort = await listen((request, response) => serves.api(request, response));
  const page = `http://www.shop.localhost:${pagePort}`;
  const apiHost = `api.shop.localhost:${apiPort}`;
  const allowedHosts = [new URL(page).host];
  const held = await room.hold({ allowedHosts });
  const options = await held.protect({
    paths: ["/seats", "/api/"],
    action: { CookieDomain: "shop.localhost", IsCookieHttpOnly: false },
    browserRules: true,
  });
  const connector = createNodeConnector({ ...options, allowedOrigins: [page] });
  const asked: Asked[] = [];
  serves.api = connector.wrap(apiOf(page, asked));
  const script = await connectorScript();
  serves.page = ({ url = "" }, response) => {
    const isScript = url === "/connector.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? script : shopPage(options.customerId, apiHost, way));
  };
  await connector.ready();
  return { page, held, connector, asked };
}

function problemsOf(visitor: Page): string[] {
  const problems: string[] = [];
  visitor.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return problems;
}

for (const way of ["fetch", "xhr"] as const) {
  test(`a page calls a protected API of another host: it waits, comes back and sends its JSON by ${way}`, async ({
    page: visitor,
  }) => {
    const { page, held, connector, asked } = await openShop(way);
    const problems = problemsOf(visitor);
    try {
      await visitor.goto(`${page}/`);
      await visitor.getByRole("button", { name: "Order" }).click();
      await visitor.waitForURL(`${room.origin}/**`);
      await expect(visitor.locator("#number")).toHaveText("1");
      // The browser's question got through to the site, the order did not.
      expect(asked.map(({ method }) => method)).toEqual(["OPTIONS"]);

      await held.resume();
      await visitor.waitForURL(`${page}/seats`);
      await expect(visitor.locator("output")).toHaveText("Ordered");
      const orders = asked.filter(({ method }) => method === "POST");
      expect(orders).toEqual([{ method: "POST", type: "application/json", body: '{"seat":7}' }]);
      await visitor.getByRole("button", { name: "Order" }).click();
      await expect.poll(() => asked.filter(({ method }) => method === "POST").length).toBe(2);
      expect(connector.counts()).toMatchObject({ redirected: 1, failedOpen: 0, notReady: 0 });
      expect(await held.counts()).toEqual({ numbers: 1, admitted: 1 });
      expect(problems).toEqual([]);
    } finally {
      await connector.close();
    }
  });
}
