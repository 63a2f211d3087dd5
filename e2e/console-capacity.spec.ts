import { expect } from "@playwright/test";
import { test } from "./signed-in";

test("a sale is put in, the address says it, and what is wrong stands at its field", async ({
  page,
}) => {
  await page.goto("/capacity");
  await expect(page.getByText("What this example needs")).toBeVisible();
  await page.getByRole("textbox", { name: /^Visitors/ }).fill("1,000,000");
  await page.getByRole("textbox", { name: /^Outflow/ }).fill("6000");
  await page.getByLabel("A CDN answers line.json").check();
  await page.getByRole("button", { name: "Calculate" }).click();
  await expect(page.getByText("What this sale needs")).toBeVisible();
  await expect(page.getByText(/^940,000, the last of them/)).toBeVisible();
  const address = page.url();
  expect(new URL(address).searchParams.get("cdn")).toBe("yes");

  await page.getByRole("textbox", { name: /^Outflow/ }).fill("none");
  await page.getByRole("button", { name: "Calculate" }).click();
  const outflow = page.getByRole("textbox", { name: /^Outflow/ });
  await expect(outflow).toHaveAccessibleDescription("Enter a whole number from 1 to 10,000,000.");
  await expect(outflow).toHaveValue("none");
  await expect(page.getByText("Joins at the peak")).toBeHidden();

  await page.goto(address);
  await expect(page.getByText(/^940,000, the last of them/)).toBeVisible();
  await expect(page.getByLabel("A CDN answers line.json")).toBeChecked();
});
