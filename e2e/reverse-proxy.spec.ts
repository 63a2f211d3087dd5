import { createServer } from "node:http";
import { expect, test } from "@playwright/test";
import { runServer } from "@/tools/demo-shop/run-server";
import { createProxy } from "../connectors/src/adapters/proxy/index.ts";
import { expectWaiting, holdTheLine, newVisitor, prepareSite, resume } from "./site";

test("a site that can install nothing is protected by the proxy in front of it", async ({
  page,
}) => {
  const { address, connector, port } = await prepareSite(page, "/tickets");
  const site = await runServer(
    ({ url }, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<!doctype html><title>Shop</title><h1>Old shop</h1><p>${url}</p>`);
    },
    { port: 0 },
    async () => undefined,
  );
  const proxy = createProxy({ ...connector, origin: `http://127.0.0.1:${site.port}` });
  await proxy.listen({ port, host: "127.0.0.1" });
  await proxy.ready();
  const visitor = await newVisitor(page);
  try {
    await holdTheLine(page);
    await visitor.goto(`${address}/`);
    await expect(visitor.getByText("Old shop")).toBeVisible();
    await visitor.goto(`${address}/tickets?seat=7`);
    await expectWaiting(visitor);
    await resume(page);
    await visitor.waitForURL(`${address}/tickets?seat=7`);
    await expect(visitor.locator("p")).toHaveText("/tickets?seat=7");
    await visitor.goto(`${address}/tickets/checkout`);
    await expect(visitor.locator("p")).toHaveText("/tickets/checkout");
    expect(proxy.counts()).toMatchObject({ redirected: 1, failedOpen: 0, notReady: 0 });
  } finally {
    await visitor.context().close();
    await proxy.close();
    await site.close();
  }
});

test("when the site behind the proxy is down, a visitor reads why", async ({ page }) => {
  const { address, connector, port } = await prepareSite(page, "/tickets");
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const bound = closed.address();
  const originPort = typeof bound === "object" && bound !== null ? bound.port : 1;
  await new Promise((resolve) => closed.close(resolve));
  const proxy = createProxy({ ...connector, origin: `http://127.0.0.1:${originPort}` });
  await proxy.listen({ port, host: "127.0.0.1" });
  // Rules reach the waiting room a moment after they were published.
  await expect.poll(() => proxy.configVersion()).not.toBeNull();
  try {
    const answer = await page.goto(`${address}/`);
    expect(answer?.status()).toBe(502);
    await expect(page.getByRole("heading")).toHaveText("The site cannot be reached");
    await expect(page.locator("code")).toHaveText("origin-unreachable");
  } finally {
    await proxy.close();
  }
});
