import { expect, type Page } from "@playwright/test";
import { WIRE_ID_RULE } from "@/lib/domain/wire-id";
import { isSignedBy, WebhookReceiver } from "@/test/webhook-receiver";
import { createHarbour, test } from "./signed-in";

test("a webhook is created, its deliveries are looked at, and one is sent again", async ({
  page,
}) => {
  const receiver = new WebhookReceiver();
  const url = await receiver.start();
  await page.goto("/webhooks");
  await page.getByRole("button", { name: "New webhook" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("Name").fill("Back office");
  await dialog.getByLabel("URL").fill("http://example.com/");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText("Use an https URL.").last()).toBeVisible();
  await dialog.getByLabel("URL").fill(url);
  await dialog.getByText("Selected types").click();
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText("Select at least one type.")).toBeVisible();
  await dialog.getByText("Everything").click();
  await dialog.getByLabel("Events").fill("not an id");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText(WIRE_ID_RULE)).toBeVisible();
  await dialog.getByLabel("Events").fill("");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  const shown = page.getByRole("dialog", { name: "Your webhook secret" });
  const secret = (await shown.locator("code").textContent()) ?? "";
  // The page below is loaded anew meanwhile, and has a list then instead of the button that was pressed.
  await expect(page.locator("tbody").getByText("Back office")).toBeVisible();
  await shown.getByRole("button", { name: "I have stored it" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Back office" })).toBeVisible();
  const address = page.url();
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Attempts" })).toBeVisible();
  await expect(page.getByText("Delivered")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("204")).toBeVisible();
  // What else happens at a new customer is sent, too.
  expect(receiver.types()).toContain("webhook.test");
  expect(receiver.received.every((message) => isSignedBy(secret, message))).toBe(true);

  receiver.answer = (response) =>
    response.writeHead(500).end("The queue of the back office is full.");
  await createHarbour(page);
  await expect.poll(() => receiver.types(), { timeout: 20_000 }).toContain("event.created");
  await page.goto("/webhooks");
  await expect(page.getByText("Failing")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("link", { name: "Back office" }).click();
  await expect(page.getByText("Failing since")).toBeVisible();
  await page.getByRole("link", { name: "Pending" }).click();
  await expect(page).toHaveURL(/state=pending/);
  await page.getByRole("table").getByRole("link", { name: "created the event" }).click();
  await expect(page.getByText("The queue of the back office is full.").first()).toBeVisible();
  receiver.answer = (response) => response.writeHead(204).end();
  await expect(page.getByText("Delivered")).toBeVisible({ timeout: 60_000 });
  const before = receiver.received.length;
  await page.getByRole("button", { name: "Resend" }).click();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(before);
  await expect(page.getByText("· resent")).toBeVisible();

  // What a colleague saves takes nothing away that is being typed.
  await page.goto(address);
  await settingsOf(page).getByLabel("Name").fill("Shop");
  const colleague = await page.context().newPage();
  await colleague.goto(address);
  for (const name of ["Warehouse", "Depot"]) {
    await settingsOf(colleague).getByLabel("Name").fill(name);
    await settingsOf(colleague).getByRole("button", { name: "Save" }).click();
    await expect(colleague.getByRole("heading", { level: 1, name })).toBeVisible();
  }
  await expect(page.getByRole("heading", { level: 1, name: "Depot" })).toBeVisible();
  await expect(settingsOf(page).getByLabel("Name")).toHaveValue("Shop");
  await settingsOf(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Someone else changed Depot.")).toBeVisible();
  receiver.stop();
});

const settingsOf = (page: Page) => page.getByRole("form", { name: "Settings" });
