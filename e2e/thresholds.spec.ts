import { expect } from "@playwright/test";
import { test } from "./signed-in";

test("a threshold is created, changed and deleted, and wrong values are told in their fields", async ({
  page,
}) => {
  await page.goto("/thresholds");
  await expect(page.getByText("No thresholds yet")).toBeVisible();
  await page.getByRole("button", { name: "New threshold" }).first().click();
  const create = page.getByRole("dialog", { name: "New threshold" });
  await create.getByLabel("Name").fill("Line too long");
  await create.getByRole("textbox", { name: /^Crossed at or above/ }).fill("5000");
  await create.getByRole("textbox", { name: /^Cleared at or below/ }).fill("6000");
  await create.getByRole("button", { name: "Create threshold" }).click();
  await expect(
    create.getByText("Enter a value below the one that crosses it.").last(),
  ).toBeVisible();
  await create.getByRole("textbox", { name: /^Cleared at or below/ }).fill("4000");
  await create.getByRole("button", { name: "Create threshold" }).click();
  await expect(page.getByText("Line too long")).toBeVisible();

  await page.getByRole("button", { name: "New threshold" }).first().click();
  await create.getByLabel("Name").fill("Line too long");
  await create.getByRole("textbox", { name: /^Crossed at or above/ }).fill("9");
  await create.getByRole("textbox", { name: /^Cleared at or below/ }).fill("8");
  await create.getByRole("button", { name: "Create threshold" }).click();
  await expect(
    create.getByText("Another threshold is called “Line too long”.").last(),
  ).toBeVisible();
  await expect(create.getByRole("textbox", { name: /^Crossed at or above/ })).toHaveValue("9");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();

  await page.getByRole("button", { name: "Edit Line too long" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Line too long" });
  await edit.getByRole("textbox", { name: /^Hold for/ }).fill("60");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("cell", { name: "60 s" })).toBeVisible();
  await page.getByRole("button", { name: "Delete Line too long" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete threshold" }).click();
  await expect(page.getByText("No thresholds yet")).toBeVisible();
});
