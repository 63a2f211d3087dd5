import { expect, test } from "@playwright/test";
import { signUp } from "./prepared";

test("an address is added, looked for and removed", async ({ page }) => {
  await signUp(page);
  await page.goto("/customer");
  await expect(page.getByText("No custom domains yet")).toBeVisible();
  const host = page.getByRole("textbox", { name: "Host" });
  const add = page.getByRole("button", { name: "Add domain" });

  await host.fill("https://line.shop.localhost/");
  await add.click();
  await expect(page.getByText("Enter only the host")).toBeVisible();
  await expect(host).toHaveValue("https://line.shop.localhost/");

  await host.fill("Line.shop.localhost");
  await add.click();
  await expect(page.getByText("_stanchion.line.shop.localhost")).toBeVisible();
  await expect(page.getByText("Not verified")).toBeVisible();
  await expect(host).toHaveValue("");

  await page.getByRole("button", { name: "Check line.shop.localhost now" }).click();
  // There is no such record; where no name server answers at all, the page says that instead.
  await expect(page.getByText(/No record or file found|DNS lookup failed/)).toBeVisible();

  await page.getByRole("button", { name: "Remove line.shop.localhost" }).click();
  await page.getByRole("button", { name: "Remove domain" }).click();
  await expect(page.getByText("No custom domains yet")).toBeVisible();
});
