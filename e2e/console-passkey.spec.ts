import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./console";
import { makeSecretAndKey, signUp } from "./prepared";
import {
  expectSignedIn,
  letSessionsGrowOld,
  signOut,
  storeRecoveryCodes,
  writePassword,
} from "./sign-in-steps";

/** Gives the browser a device that holds passkeys and knows its owner. */
async function addDevice(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey signs in without a password, after one, and confirms who it is before a secret", async ({
  page,
}) => {
  // Several sign-ins, each of which hashes a password.
  test.slow();
  await addDevice(page);
  const { email } = await signUp(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Work laptop");
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await storeRecoveryCodes(page);
  await expect(page.getByText("Work laptop")).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expectSignedIn(page);

  await signOut(page);
  await writePassword(page, email);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expectSignedIn(page);

  await letSessionsGrowOld(email);
  await page.goto("/secrets");
  await page.getByRole("button", { name: "Generate a secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Generate" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(confirm).toBeVisible();
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Confirm your identity to continue.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Generate" }).click();
  await confirm.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("dialog", { name: "Your new secret" })).toBeVisible();
  await page.getByRole("button", { name: "I have stored it" }).click();
  // It does not ask again.
  await makeSecretAndKey(page);
});
