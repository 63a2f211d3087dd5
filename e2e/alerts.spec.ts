import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { WebhookReceiver } from "@/test/webhook-receiver";
import { pressStart, readMailedSubject } from "./console";
import { createHarbour, test } from "./signed-in";

test("an alert arrives by mail and in a chat, and so does that it is over", async ({ page }) => {
  const receiver = new WebhookReceiver();
  const url = await receiver.start();
  const email = `alerts-${randomBytes(6).toString("hex")}@example.com`;
  await page.goto("/alerts");
  await expect(
    page.getByRole("cell", { name: "Paused for 15 minutes", exact: true }),
  ).toBeVisible();

  await page.getByRole("button", { name: "New channel" }).click();
  const channel = page.getByRole("dialog", { name: "New channel" });
  await channel.getByLabel("Name").fill("Chat");
  await channel.getByLabel("Type").selectOption("Slack");
  await channel.getByLabel("Webhook URL").fill("http://example.com/");
  await channel.getByRole("button", { name: "Create channel" }).click();
  await expect(channel.getByText("Use an https URL.").last()).toBeVisible();
  await channel.getByLabel("Webhook URL").fill(url);
  await channel.getByRole("button", { name: "Create channel" }).click();
  await expect(page.getByRole("cell", { name: "Chat", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "New channel" }).click();
  await channel.getByLabel("Name").fill("Desk");
  await channel.getByLabel("Addresses").fill(email);
  await channel.getByRole("button", { name: "Create channel" }).click();
  await expect(page.getByRole("cell", { name: "Desk", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Send test to Chat" }).click();
  await expect(page.getByRole("cell", { name: /^Test delivered/ })).toBeVisible({
    timeout: 30_000,
  });

  await page.getByRole("button", { name: "New rule" }).click();
  const rule = page.getByRole("dialog", { name: "New rule" });
  await rule.getByLabel("Name").fill("Paused at once");
  await rule.getByRole("button", { name: "Create rule" }).click();
  await expect(rule.getByText("Select at least one type.").last()).toBeVisible();
  await rule.getByLabel("Event paused").check();
  await rule.getByLabel("Chat").check();
  await rule.getByLabel("Desk").check();
  await rule.getByRole("button", { name: "Preview" }).click();
  await expect(rule.getByLabel("Notice to Desk", { exact: true })).toContainText(
    "Subject: Event paused – Spring Sale",
  );
  await rule.getByRole("button", { name: "Create rule" }).click();
  await expect(page.getByRole("cell", { name: "Paused at once", exact: true })).toBeVisible();

  const path = await createHarbour(page);
  await page.goto(path);
  await pressStart(page);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause", exact: true }).click();
  const texts = () => receiver.received.map(({ body }) => body["text"]);
  await expect.poll(texts, { timeout: 30_000 }).toContain("Event paused – Harbour");
  expect(await readMailedSubject(email, "Event paused")).toBe("Event paused – Harbour");
  await page.goto("/alerts");
  await expect(page.getByRole("cell", { name: "Open", exact: true })).toBeVisible();

  await page.goto(path);
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await expect.poll(texts, { timeout: 30_000 }).toContain("Resolved: Event paused – Harbour");
  expect(await readMailedSubject(email, "Resolved")).toBe("Resolved: Event paused – Harbour");
  await page.goto("/alerts");
  await expect(page.getByRole("cell", { name: "Resolved", exact: true })).toBeVisible();
  receiver.stop();
});
