import { expect } from "@playwright/test";
import { readOnce } from "./console";
import { createHarbour, test } from "./signed-in";

test("the keys and clients of the AWS API are made, changed and taken away", async ({ page }) => {
  await createHarbour(page);
  await page.goto("/secrets");
  await expect(page.getByRole("heading", { name: "OpenID Connect clients" })).toHaveCount(0);
  await page.getByText("Offer this API").click();
  await expect(page.getByText("Create an API key with API access first.")).toBeVisible();
  const kid = page.locator("code").filter({ hasText: /^[\w-]{43}$/ });
  const before = (await kid.textContent()) ?? "";
  await page.getByRole("button", { name: "Rotate signing key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  await expect(kid).not.toHaveText(before);

  await page.getByRole("button", { name: "Create an API key" }).click();
  await page.getByLabel("What is it for?").fill("Inlet");
  await page.getByLabel("API access").selectOption({ label: "As an operator" });
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await readOnce(page, "Your new API key");
  await page.getByRole("button", { name: "Create access key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click();
  const secret = await readOnce(page, "Your new secret access key");
  await expect(page.getByText("Permissions of Inlet. Last used: no use seen.")).toBeVisible();
  expect(secret.length).toBeGreaterThan(30);
  expect(await page.content()).not.toContain(secret);
  await page.getByRole("button", { name: "Revoke the access key" }).click();
  await page.getByRole("button", { name: "Revoke access key" }).click();
  await expect(page.getByText("Signs private calls")).toBeVisible();

  await page.getByRole("button", { name: "Add client" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Redirect URIs").fill("callback");
  await dialog.getByRole("button", { name: "Add client" }).click();
  await expect(dialog.getByText("Enter a full URL without a fragment.").last()).toBeVisible();
  await dialog.getByLabel("Redirect URIs").fill("https://shop.example/callback");
  await dialog.getByRole("button", { name: "Add client" }).click();
  await readOnce(page, "Your client secret");
  const table = page.getByRole("table", { name: "OpenID Connect clients" });
  await expect(table.getByText("https://shop.example/callback")).toBeVisible();
  await table.getByRole("button", { name: /^Edit/ }).click();
  await dialog.getByLabel("Redirect URIs").fill(" ");
  await dialog.getByRole("button", { name: "Save client" }).click();
  await expect(dialog.getByText("This field is required.").last()).toBeVisible();
  await dialog
    .getByLabel("Redirect URIs")
    .fill("https://shop.example/one\nhttps://shop.example/two");
  await dialog.getByRole("button", { name: "Save client" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(table.getByText("https://shop.example/two", { exact: true })).toBeVisible();
  await table.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("button", { name: "Delete client" }).click();
  await expect(page.getByText("No clients")).toBeVisible();
});
