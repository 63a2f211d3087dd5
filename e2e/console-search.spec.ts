import { expect, type Page } from "@playwright/test";
import { startDemoShop } from "@/tools/demo-shop/server";
import { expectAccessible, pauseEvent, startEvent } from "./console";
import { createEvent, makeSecretAndKey, signUp } from "./prepared";
import { test } from "./signed-in";
import { holdTheLine, newVisitor, openEvent, prepareSite, ROOM, resume } from "./site";

test.use({ storageState: { cookies: [], origins: [] } });

async function codeShownTo(visitor: Page): Promise<string> {
  const shown = visitor.locator("#support-code");
  await expect(shown).toHaveText(/\w{4}-\w{4}/);
  return (await shown.textContent()) ?? "";
}

async function findByPalette(page: Page, code: string): Promise<void> {
  await page.goto("/rules");
  const field = page.getByRole("combobox", { name: /^Search pages, events/ });
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await field.fill(code);
  await expect(page.getByRole("option").first()).toHaveText(`Find visitor “${code}”`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/visitors$/);
}

test("a visitor who reads out a support code is found, and the place is cancelled", async ({
  page,
}) => {
  const { customerId } = await signUp(page);
  await makeSecretAndKey(page);
  await createEvent(page, {
    ...{ name: "Harbour", eventId: "harbour", targetUrl: "http://shop.localhost/" },
    allowedHosts: [],
  });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await startEvent(page);
  await pauseEvent(page);

  const visitor = await newVisitor(page);
  await visitor.goto(`${ROOM}/?c=${customerId}&e=harbour`);
  await findByPalette(page, await codeShownTo(visitor));
  await expect(page.getByText("Number 1", { exact: true })).toBeVisible();
  await expect(page.getByText("Waiting", { exact: true })).toBeVisible();
  await expectAccessible(page);

  // Within the page: the search of before is not to come in the way.
  await page.getByRole("main").getByRole("link", { name: "Harbour", exact: true }).click();
  await page
    .getByRole("navigation", { name: "Event", exact: true })
    .getByRole("link", { name: "Visitors" })
    .click();
  await page.getByRole("link", { name: "1", exact: true }).click();
  await expect(page).toHaveURL(/code=/);
  await expect(page.getByText("Number 1", { exact: true })).toBeVisible();

  await button("Admit by staff link").click();
  await page.getByRole("dialog").getByRole("button", { name: "Create staff link" }).click();
  const link = page.getByText(`${ROOM}/staff/${customerId}/harbour?link=`);
  await expect(link).toBeVisible();
  await button("I have stored it").click();

  await button("Cancel place").click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Cancel place" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("1");
  await confirm.click();
  await expect(page.getByText("Left or cancelled")).toBeVisible();
  await expect(page.getByText("Cancelled by Ana Operator")).toBeVisible();
  await expect(button("Cancel place")).toHaveCount(0);

  const search = page.getByLabel("Support code, queue ID, e-mail address or key");
  await search.fill("nobody@example.com");
  await button("Find").click();
  await expect(page.getByRole("heading", { name: "No visitor found" })).toBeVisible();
  await page.goto("/audit-log");
  await expect(page.getByText(/created the staff link Number 1 of run 1/)).toBeVisible();
  await visitor.context().close();
});

test("a visitor who is admitted next gets through to the site in their own tab", async ({
  page,
}) => {
  const prepared = await prepareSite(page, "/tickets");
  const shop = await startDemoShop({ port: prepared.port, ...prepared.connector });
  const [first, visitor] = [await newVisitor(page), await newVisitor(page)];
  try {
    await holdTheLine(page);
    await first.goto(`${prepared.address}/tickets`);
    await expect(first.locator("#number")).toHaveText("1");
    await visitor.goto(`${prepared.address}/tickets`);
    await expect(visitor.locator("#number")).toHaveText("2");
    const code = await codeShownTo(visitor);

    await findByPalette(page, code);
    const admitNext = page.getByRole("button", { name: "Admit next", exact: true });
    await admitNext.click();
    await page.getByRole("dialog").getByRole("button", { name: "Admit next" }).click();
    await expect(page.getByText("Admitted as soon as their page asks")).toBeVisible();
    await expect(page.getByText("Given the next slot by Ana Operator")).toBeVisible();
    await expect(admitNext).toHaveCount(0);
    // Not while the event is paused.
    await visitor.reload();
    await expect(visitor.locator("#number")).toHaveText("2");

    await openEvent(page);
    await resume(page);
    await visitor.waitForURL(`${prepared.address}/tickets`, { timeout: 60_000 });
    await expect(visitor.getByRole("heading").first()).toBeVisible();
    await expect(async () => {
      await findByPalette(page, code);
      const admitted = page.getByText("Admitted next by your team");
      await expect(admitted).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expectAccessible(page);
    await page.getByRole("link", { name: "run 1", exact: true }).click();
    await expect(page.getByText("1 admitted next by your team")).toBeVisible();
  } finally {
    await first.context().close();
    await visitor.context().close();
    await shop.close();
  }
});

test("an old link to a visitor leads to where they are found now", async ({ request }) => {
  const old = "/reports/search?event=sale1&code=ABCD-EFGH";
  const answer = await request.get(old, { maxRedirects: 0 });
  expect(answer.status()).toBe(308);
  expect(answer.headers()["location"]).toMatch(/\/visitors\?event=sale1&code=ABCD-EFGH$/);
});
