import { expect } from "@playwright/test";
import { expectAccessible, pauseEvent, startEvent } from "./console";
import { createEvent, makeSecretAndKey, signUp } from "./prepared";
import { test } from "./signed-in";
import { ROOM } from "./site";

test.use({ storageState: { cookies: [], origins: [] } });

test("a visitor who reads out a support code is found, and the place is cancelled", async ({
  page,
  browser,
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

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await visitor.goto(`${ROOM}/?c=${customerId}&e=harbour`);
  const shown = visitor.locator("#support-code");
  await expect(shown).toHaveText(/\w{4}-\w{4}/);
  const code = (await shown.textContent()) ?? "";

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

  await button("Admit next").click();
  await page.getByRole("dialog").getByRole("button", { name: "Admit next" }).click();
  await expect(page.getByText("Admitted as soon as their page asks")).toBeVisible();
  await expect(page.getByText("Given the next slot by Ana Operator")).toBeVisible();
  await expect(button("Admit next")).toHaveCount(0);

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
  await context.close();
});
