import { expect, test } from "@playwright/test";
import { expectAccessible } from "./console";
import { signUp } from "./prepared";
import { codeOf, expectSignedIn, setUpApp, signOut, writePassword } from "./sign-in-steps";

test("codes of an app are asked for after the password, and a recovery code stands in once", async ({
  page,
}) => {
  // Several sign-ins, each of which hashes a password.
  test.slow();
  const { email } = await signUp(page);
  await page.goto("/account");
  const { secret, recoveryCodes } = await setUpApp(page);
  await expect(page.getByText("10 of 10 left")).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await writePassword(page, email);
  const code = page.getByLabel("Authenticator code");
  await code.fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/^Incorrect or already used code/).first()).toBeVisible();
  await expectAccessible(page);
  // Half of a sign-in opens nothing.
  const half = await page.context().newPage();
  await half.goto("/rules");
  await expect(half).toHaveURL(/\/sign-in/);
  await half.close();
  await code.fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expectSignedIn(page);

  await signOut(page);
  await writePassword(page, email);
  await code.fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expectSignedIn(page);
  await page.goto("/account");
  await expect(page.getByText("9 of 10 left")).toBeVisible();
  await signOut(page);
  await writePassword(page, email);
  await code.fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/^Incorrect or already used code/).first()).toBeVisible();
});
