import { expect, type Page } from "@playwright/test";

/** Leaves the line and says yes, in the page's own question or on the server's page. */
export async function leaveLine(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Leave the line" }).click();
  await expect(page.getByText("Leave the line?")).toBeVisible();
  // The page's own question stands above the button that asked.
  await page.getByRole("button", { name: "Leave the line" }).last().click();
  await expect(page.getByRole("heading", { name: "You have left the line" })).toBeVisible();
}
