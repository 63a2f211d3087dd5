import { expect, test } from "@playwright/test";
import { signUp } from "./console";

test("an address is added, looked for and removed", async ({ page }) => {
  await signUp(page);
  await page.goto("/customer");
  await expect(page.getByText("No address of your own yet")).toBeVisible();
  const host = page.getByRole("textbox", { name: "Host" });
  const add = page.getByRole("button", { name: "Add address" });

  await host.fill("https://line.shop.localhost/");
  await add.click();
  await expect(page.getByText("Write the host alone")).toBeVisible();
  await expect(host).toHaveValue("https://line.shop.localhost/");

  await host.fill("Line.shop.localhost");
  await add.click();
  await expect(page.getByText("_stanchion.line.shop.localhost")).toBeVisible();
  await expect(page.getByText("Not verified")).toBeVisible();
  await expect(host).toHaveValue("");

  await page.getByRole("button", { name: "Check line.shop.localhost now" }).click();
  // There is no such record; where no name server answers at all, the page says that instead.
  await expect(page.getByText(/is there yet|could not be asked/)).toBeVisible();

  await page.getByRole("button", { name: "Remove line.shop.localhost" }).click();
  await page.getByRole("button", { name: "Remove address" }).click();
  await expect(page.getByText("No address of your own yet")).toBeVisible();
});
