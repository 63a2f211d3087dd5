import { expect, test } from "@playwright/test";
import { signUp } from "./prepared";

test("a secret can be activated, revoked and retired, and a key revoked, only where that means something", async ({
  page,
}) => {
  await signUp(page);
  await page.goto("/secrets");
  const make = async () => {
    await page.getByRole("button", { name: "Generate a secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Generate" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  const row = (state: string) => page.getByRole("row").filter({ hasText: state });
  const action = (state: string, name: RegExp) => row(state).getByRole("button", { name });
  await make();
  await expect(action("Active", /^Revoke/)).toBeVisible();
  await expect(action("Active", /^(Activate|Retire)/)).toHaveCount(0);
  await make();
  await expect(action("Staged", /^Activate/)).toBeVisible();
  await expect(action("Staged", /^Retire/)).toBeVisible();
  await expect(action("Staged", /^Revoke/)).toHaveCount(0);
  await action("Staged", /^Activate/).click();
  await page.getByRole("dialog").getByRole("button", { name: "Activate" }).click();
  await expect(row("Staged")).toHaveCount(0);
  await expect(action("Accepted", /^Retire/)).toBeVisible();
  await expect(action("Accepted", /^Activate/)).toHaveText("Reactivate");

  await page.getByRole("button", { name: "Create an API key" }).click();
  await page.getByLabel("What is it for?").fill("Shop");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "Revoke Shop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(row("Shop").getByText("Revoked")).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke Shop" })).toHaveCount(0);
});
