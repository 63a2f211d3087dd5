import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { createEvent, makeSecretAndKey, saveSection, signUp } from "./console";
import { holdTheLine } from "./site";

const EVENT_ID = "springsale";

/** An event that holds everybody, whose page the shop may show in a frame. */
export async function openFramedEvent(page: Page, shop: string): Promise<string> {
  const { customerId } = await signUp(page);
  const event = { name: "Framed sale", eventId: EVENT_ID, targetUrl: `${shop}/tickets` };
  await createEvent(page, { ...event, allowedHosts: [] });
  await page.goto(`/events/${EVENT_ID}/settings/access`);
  await page.getByLabel("Sites allowed to embed the waiting page").fill(shop);
  await saveSection(page);
  await makeSecretAndKey(page);
  await holdTheLine(page);
  const port = process.env["WAITING_ROOM_TLS_PORT"] ?? "3443";
  return `https://room.localhost:${port}/?c=${customerId}&e=${EVENT_ID}`;
}

/** Sites of a shop and of a stranger on this machine, whose pages show the waiting page in a frame. */
export async function startSites() {
  const server = createServer({
    cert: await readFile(process.env["TLS_CERTIFICATE_FILE"] ?? ""),
    key: await readFile(process.env["TLS_KEY_FILE"] ?? ""),
  });
  server.on("request", ({ url = "/", headers }, response) => {
    const { pathname, searchParams } = new URL(url, "https://site.localhost");
    response.setHeader("content-type", "text/html");
    if (pathname === "/cookie") {
      response.setHeader("set-cookie", "old=1; SameSite=None; Secure; Path=/");
      return response.end(`<p id="cookies">${headers.cookie ?? "none"}</p>`);
    }
    return response.end(
      pathname === "/" ? framingPage(searchParams.get("room") ?? "") : "<h1>Tickets</h1>",
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    shop: `https://shop.localhost:${port}`,
    stranger: `https://stranger.localhost:${port}`,
    /** Sets a cookie that is not kept apart by site, and shows which ones it gets. */
    cookiePage: `https://stranger.localhost:${port}/cookie`,
    close: () => server.close(),
  };
}

/** Goes on where the framed page leads, as a shop does. */
function framingPage(room: string): string {
  const listener =
    'addEventListener("message", ({ data }) => { if (data.stanchion === "turn") location.href = data.url; })';
  return `<!doctype html><h1>Shop</h1><iframe title="Line" width="800" height="700" src="${room.replace(/&/g, "&amp;")}"></iframe><script>${listener}</script>`;
}
