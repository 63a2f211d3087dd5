import { expect } from "@playwright/test";
import { expectAccessible, pauseEvent, startEvent } from "./console";
import { createHarbour, test } from "./signed-in";

/** Pages are published every few seconds, and kept for as long by the waiting rooms. */
const SOON = { timeout: 30_000 };

test("a status page says how events stand, its feed what changed, and neither is there once it is off", async ({
  page,
  browser,
}) => {
  await page.goto("/customer");
  await page.getByRole("switch", { name: "Publish a status page" }).click();
  const link = page.getByRole("link", { name: /\/status\// });
  await expect(link).toBeVisible();
  const url = (await link.getAttribute("href")) ?? "";
  await createHarbour(page);
  await startEvent(page);

  const reader = await browser.newContext({ javaScriptEnabled: false });
  const status = await reader.newPage();
  const expectState = (text: string) =>
    expect(async () => {
      await status.goto(url);
      await expect(
        status.getByRole("listitem").filter({ hasText: "Harbour" }).first(),
      ).toContainText(text, { timeout: 100 });
    }).toPass(SOON);
  await expectState("Open");
  await pauseEvent(page, "The shop is checking <payments>.");
  await expectState("Paused: The shop is checking <payments>.");

  const answer = await reader.request.get(url);
  expect(answer.headers()).toMatchObject({
    "cache-control": "public, max-age=30",
    "x-robots-tag": "noindex",
  });
  const known = { "if-none-match": answer.headers()["etag"] ?? "" };
  expect((await reader.request.get(url, { headers: known })).status()).toBe(304);
  const text = await answer.text();
  expect(text).not.toMatch(/evt_|run_|msg_|\/line\//);

  const feed = await reader.request.get(`${url}/feed.atom`);
  expect(feed.headers()["content-type"]).toBe("application/atom+xml; charset=utf-8");
  const parsed = await page.evaluate(
    (xml) => {
      const document = new DOMParser().parseFromString(xml, "application/xml");
      const textOf = (parent: Element, name: string) =>
        parent.querySelector(name)?.textContent ?? "";
      return {
        root: document.documentElement.namespaceURI,
        ids: [...document.querySelectorAll("entry > id")].map(({ textContent }) => textContent),
        entries: [...document.querySelectorAll("entry")].map((entry) => textOf(entry, "content")),
        updated: textOf(document.documentElement, "updated"),
      };
    },
    await feed.text(),
  );
  expect(parsed.root).toBe("http://www.w3.org/2005/Atom");
  expect(parsed.entries).toEqual([
    "Harbour: Paused: The shop is checking <payments>.",
    "Harbour: Waiting room opened",
  ]);
  expect(new Set(parsed.ids).size).toBe(2);
  expect(Date.parse(parsed.updated)).toBeGreaterThan(Date.now() - 600_000);

  const visible = await browser.newPage();
  for (const colorScheme of ["light", "dark"] as const) {
    await visible.emulateMedia({ colorScheme });
    await visible.goto(url);
    await expectAccessible(visible);
  }

  await page.goto("/customer");
  await page.getByRole("switch", { name: "Publish a status page" }).click();
  const bodyOf = async (address: string) => {
    const gone = await reader.request.get(address, { headers: { accept: "text/html" } });
    return { status: gone.status(), body: await gone.text() };
  };
  await expect(async () => expect((await bodyOf(url)).status).toBe(404)).toPass(SOON);
  expect(await bodyOf(url)).toEqual(await bodyOf(url.replace(/[^/]+$/, "nobodyhere")));
});
