import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { chromium, expect, test } from "@playwright/test";
import { clientCheckSnippet, promotionalLink } from "@/lib/domain/client-check/snippet";
import { pauseEvent } from "./console";
import { makeEvent, makeSecretAndKey, signUp } from "./prepared";
import { start } from "./site";

const ROOM = `https://room.localhost:${process.env["WAITING_ROOM_TLS_PORT"] ?? "3443"}`;

/** A page of another site, with what `snippet` gives at the moment. */
async function startShop(snippet: () => string) {
  const server = createServer({
    cert: await readFile(process.env["TLS_CERTIFICATE_FILE"] ?? ""),
    key: await readFile(process.env["TLS_KEY_FILE"] ?? ""),
  });
  server.on("request", (_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Shop</title>${snippet()}<h1>Tickets</h1>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return { shop: `https://shop.localhost:${port}`, close: () => server.close() };
}

test("a promotional link leads to a page that asks whether its visitor was let in, without cookies of another site", async ({
  page,
}, { project }) => {
  let link = "";
  const { shop, close } = await startShop(() => clientCheckSnippet(link));
  const { customerId } = await signUp(page);
  const event = { name: "Spring Sale", eventId: "springsale", allowedHosts: [] };
  await makeEvent(page, { ...event, targetUrl: `${shop}/tickets` });
  await makeSecretAndKey(page);
  await start(page);
  link = promotionalLink(ROOM, { customerId, eventId: event.eventId });
  const { args = [], ...launch } = project.use.launchOptions ?? {};
  const strict = await chromium.launch({
    ...launch,
    args: [...args, "--test-third-party-cookie-phaseout"],
  });
  const newVisitor = async () => (await strict.newContext({ ignoreHTTPSErrors: true })).newPage();
  try {
    const visitor = await newVisitor();
    await visitor.goto(link);
    await expect(visitor.getByRole("heading", { name: "Tickets" })).toBeVisible();
    await expect(visitor).toHaveURL(`${shop}/tickets`);
    await visitor.reload();
    await expect(visitor.getByRole("heading", { name: "Tickets" })).toBeVisible();

    await pauseEvent(page, "");
    const late = await newVisitor();
    await late.goto(`${shop}/tickets?seat=1`);
    await expect(late.locator("#number")).toBeVisible();
    expect(new URL(late.url()).origin).toBe(ROOM);
    expect(new URL(late.url()).searchParams.get("t")).toBe(`${shop}/tickets?seat=1`);
    await late.goto(`${shop}/tickets?queueittoken=e_springsale~q_made-up~h_${"0".repeat(64)}`);
    await expect(late.locator("#number")).toBeVisible();
  } finally {
    await strict.close();
    close();
  }
});
