import { expect } from "@playwright/test";
import {
  createEvent,
  expectAccessible,
  makeSecretAndKey,
  pauseEvent,
  signUp,
  startEvent,
} from "./console";
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

  await page.goto("/reports/search");
  await page.getByLabel("Support code or queue ID").fill(code);
  await button("Find").click();
  await expect(page.getByText("Support codes belong to one event")).toBeVisible();
  await expect(page.getByLabel("Support code or queue ID")).toHaveValue(code);
  await page.goto(`/reports/search?event=harbour&code=${code}`);
  await button("Find").click();
  await expect(page.getByText("Number 1", { exact: true })).toBeVisible();
  await expect(page.getByText("Waiting", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await button("Cancel place").click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Cancel place" });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("textbox").fill("1");
  await confirm.click();
  await expect(page.getByText("Left or cancelled")).toBeVisible();
  await expect(page.getByText("Cancelled by Ana Operator")).toBeVisible();
  await expect(button("Cancel place")).toHaveCount(0);
  await context.close();
});
