import { expect, type Page, test } from "@playwright/test";
import { startDemoShop } from "@/tools/demo-shop/server";
import { tick } from "./console";
import { holdTheLine, newVisitor, openEvent, prepareSite, resume } from "./site";

/** Everybody has to say that they are there. */
async function askEverybody(operator: Page): Promise<void> {
  await openEvent(operator);
  await operator.goto(`${new URL(operator.url()).pathname}/settings/admission`);
  await tick(operator.getByRole("radio", { name: /^Confirm always/ }));
  await expect(operator.getByRole("textbox", { name: /^Countdown/ })).toHaveValue("120");
  const save = operator.getByRole("button", { name: "Save changes" });
  await save.click();
  await expect(save).toBeDisabled();
}

test("a visitor without a connection keeps the place, is called with a sound, and goes in by a press", async ({
  page,
}) => {
  const prepared = await prepareSite(page, "/tickets");
  const { address, port, connector } = prepared;
  const site = await startDemoShop({ port, ...connector });
  const visitor = await newVisitor(page);
  try {
    await askEverybody(page);
    await holdTheLine(page, "We open in a moment.");
    await visitor.goto(`${address}/tickets`);
    const headline = visitor.getByRole("heading", { level: 1 });
    await expect(headline).toHaveText("The line is paused");
    await expect(visitor.locator("#number")).toHaveText("1");

    await visitor.getByRole("button", { name: "Sound" }).click();
    await expect(visitor.getByRole("button", { name: "Sound on" })).toBeVisible();

    await visitor.context().setOffline(true);
    await expect(headline).toHaveText("You are offline");
    await expect(visitor.locator("#number")).toHaveText("1");
    await visitor.context().setOffline(false);
    await expect(headline).toHaveText("The line is paused", { timeout: 20_000 });

    await resume(page);
    const here = visitor.getByRole("button", { name: "I’m here" });
    await expect(here).toBeVisible({ timeout: 30_000 });
    await expect(visitor).toHaveTitle(/^It’s your turn/);
    await here.focus();
    await visitor.keyboard.press("Enter");
    await visitor.waitForURL(`${address}/tickets`, { timeout: 60_000 });
  } finally {
    await visitor.context().close();
    await site.close();
  }
});
