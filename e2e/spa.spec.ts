import type { RequestListener } from "node:http";
import { expect, test } from "@playwright/test";
import { runServer } from "@/tools/demo-shop/run-server";
import { createNodeConnector } from "../connectors/src/adapters/node/index.ts";
import {
  expectWaiting,
  holdTheLine,
  newVisitor,
  openRulesToBrowsers,
  prepareSite,
  ROOM,
  resume,
} from "./site";

/** The application: a button asks the API for seats, by `fetch` or `XMLHttpRequest`. */
const APPLICATION = `
const output = document.querySelector("output");
const show = (text) => { output.textContent = text; };
document.querySelector("#fetch").onclick = async () => {
  history.pushState(null, "", "/seats/map?row=7");
  show("asking");
  show(await (await fetch("/api/seats")).text());
};
document.querySelector("#xhr").onclick = () => {
  const request = new XMLHttpRequest();
  request.onload = () => show(request.responseText);
  request.open("GET", "/api/seats");
  request.send();
};
if (location.pathname === "/seats/map") document.querySelector("#fetch").click();
`;

function applicationPage(customerId: string): string {
  return `<!doctype html><html lang="en"><head><title>Shop</title>
<script src="${ROOM}/assets/connector.js" data-stanchion-c="${customerId}"
  data-stanchion-host="${ROOM}" data-stanchion-fail-open="false"
  data-stanchion-spa="true" data-stanchion-intercept="true"></script>
</head><body><button id="fetch">Seats</button><button id="xhr">Seats again</button><output></output>
<script>${APPLICATION}</script></body></html>`;
}

test("an application whose API call is stopped waits, and goes on where it was", async ({
  page,
}) => {
  const { address, connector: options, customerId, port } = await prepareSite(page, "/api/");
  await openRulesToBrowsers(page);
  const connector = createNodeConnector(options);
  const api = connector.wrap((_, response) => response.end("Row 7 is free"));
  const serve: RequestListener = (request, response) => {
    if (request.url?.startsWith("/api/")) return api(request, response);
    response.setHeader("content-type", "text/html; charset=utf-8");
    return response.end(applicationPage(customerId));
  };
  const site = await runServer(serve, { port }, connector.close);
  await connector.ready();
  const visitor = await newVisitor(page);
  try {
    await holdTheLine(page);
    await visitor.goto(`${address}/`);
    await visitor.getByRole("button", { name: "Seats", exact: true }).click();
    await expectWaiting(visitor);
    expect(new URL(visitor.url()).searchParams.get("_jsar")).toBe("1");
    await resume(page);
    await visitor.waitForURL(`${address}/seats/map?row=7**`);
    await expect(visitor.locator("output")).toHaveText("Row 7 is free");
    await visitor.getByRole("button", { name: "Seats again" }).click();
    await expect(visitor.locator("output")).toHaveText("Row 7 is free");
    expect(connector.counts()).toMatchObject({ redirected: 1, failedOpen: 0, notReady: 0 });
  } finally {
    await visitor.context().close();
    await site.close();
  }
});
