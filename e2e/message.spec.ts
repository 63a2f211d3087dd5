import { expect, test } from "@playwright/test";
import { chooseOption, expectAccessible, pauseEvent, startEvent } from "./console";
import { createEvent, makeSecretAndKey, signUp } from "./prepared";
import { ROOM } from "./site";

test("everybody in line reads a message in their language, while it moves and while it is paused", async ({
  page,
  browser,
}) => {
  const { customerId } = await signUp(page);
  await makeSecretAndKey(page);
  const event = { name: "Harbour", eventId: "harbour", targetUrl: "http://shop.localhost/" };
  await createEvent(page, { ...event, allowedHosts: [] });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(button("Message visitors")).toHaveCount(0);
  await startEvent(page);
  // An act that must not wait for its words: too many of them are cut, and no line break refuses it.
  await pauseEvent(page, `We are mending the checkout.\n\nBack at ten. ${"Sorry! ".repeat(50)}`);

  const context = await browser.newContext({ locale: "de-AT" });
  const visitor = await context.newPage();
  await visitor.goto(`${ROOM}/?c=${customerId}&e=harbour`);
  await expect(visitor.locator("html")).toHaveAttribute("lang", "de");
  await expect(visitor.locator("#message-text")).toHaveText(
    /^We are mending the checkout\.\n\nBack at ten\. (Sorry! )+.*…$/,
    { useInnerText: true },
  );

  await button("Message visitors").click();
  const dialog = page.getByRole("dialog", { name: "Message visitors" });
  await dialog.getByLabel("Message", { exact: true }).fill("We go on at ten.");
  await chooseOption(dialog, "Add language", /^Deutsch/);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByLabel("Message: Deutsch").fill("x".repeat(301));
  await expect(dialog.getByText("301/300")).toBeVisible();
  await dialog.getByRole("button", { name: "Send" }).click();
  // Said once, at the text.
  await expect(page.getByText("At most 300 characters.")).toHaveCount(1);
  await dialog.getByLabel("Message: Deutsch").fill("Um zehn geht es weiter.");
  await dialog.getByText("Deutsch", { exact: true }).click();
  const preview = dialog.frameLocator('iframe[title="Visitor\'s page"]');
  await expect(preview.locator("html")).toHaveAttribute("lang", "de");
  await expect(preview.locator("#message-text")).toHaveText("Um zehn geht es weiter.");
  await expectAccessible(page, ["iframe"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.locator("iframe").scrollIntoViewIfNeeded();
  await expect(preview.locator("#message-text")).toBeInViewport({ ratio: 0.99 });
  for (const overhang of [dialog, preview.locator("html")])
    expect(await overhang.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1_280, height: 720 });
  await dialog.getByRole("button", { name: "Save this message…" }).click();
  await dialog.getByLabel("Name of the message").fill("Back at ten");
  await dialog.getByRole("button", { name: "Save message" }).click();
  await expect(dialog.getByLabel("Name of the message")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Send" }).click();
  const sent = page.getByRole("region", { name: "Message to visitors" });
  await expect(sent).toContainText("“We go on at ten.”");
  await expect(sent).toContainText("English, Deutsch");
  await expect(visitor.locator("#message-text")).toContainText("Um zehn geht es weiter.");

  await button("Remove").click();
  await button("Message visitors").click();
  await chooseOption(dialog, "Saved messages", /^Back at ten/);
  await dialog.getByRole("button", { name: "Use", exact: true }).click();
  await expect(dialog.getByLabel("Message: Deutsch")).toHaveValue("Um zehn geht es weiter.");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("dialog", { name: "Delete Back at ten?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(dialog.getByText(/^None yet\./)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(button("Message visitors")).toBeVisible();
  // What the pause says stands until it ends.
  await expect(visitor.locator("#message-text")).toContainText("Back at ten. Sorry!");
  await context.close();
});
