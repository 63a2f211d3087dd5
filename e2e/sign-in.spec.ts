import { expect, test } from "@playwright/test";

test("a customer id that cannot work is refused where it is typed, and a wrong password is not explained", async ({
  page,
}) => {
  await page.goto("/sign-up");
  const id = page.getByLabel("Customer id");
  const signUp = page.getByRole("button", { name: "Sign up" });
  const refusals: readonly (readonly [string, RegExp])[] = [
    ["ab", /^Too short/],
    ["a".repeat(21), /^Too long/],
    ["harbour-hall", /^Only the letters a to z/],
    ["status", /^“status” is an address of the waiting room itself/],
  ];
  for (const [typed, reason] of refusals) {
    await id.fill(typed);
    await signUp.click();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(id).toBeFocused();
  }
  await id.fill(" HarbourHall");
  await expect(id).toHaveValue("harbourhall");
  await expect(page).toHaveURL(/\/sign-up$/);

  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("The e-mail address or the password is not right.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("nobody@example.com");
});
