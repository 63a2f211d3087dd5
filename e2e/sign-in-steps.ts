import { expect, type Page } from "@playwright/test";
import { db, disconnectDb } from "@/lib/db/client";
import { stepAt, totpAt } from "@/lib/secrets/totp";
import { HASHES_TIMEOUT_MS, PASSWORD } from "./console";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an app shows so many steps from now, for the text that was typed into it. */
export function codeOf(secret: string, steps = 0): string {
  const letters = [...secret].filter((letter) => ALPHABET.includes(letter));
  const bits = letters.map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  return totpAt(key, stepAt(Date.now()) + steps);
}

/** Sets up codes of an app on the page that is open, and answers its secret and the recovery codes. */
export async function setUpApp(page: Page) {
  await page.getByRole("button", { name: "Set up app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up authenticator app" });
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByLabel("Authenticator code").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  return { secret, recoveryCodes: await storeRecoveryCodes(page) };
}

export async function storeRecoveryCodes(page: Page): Promise<readonly string[]> {
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  const items = dialog.getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await dialog.getByRole("button", { name: "I have stored them" }).click();
  await expect(dialog).toBeHidden();
  return codes;
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
}

/** Writes e-mail and password, and waits until they were looked at. */
export async function writePassword(page: Page, email: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Waits for the pages that only who is signed in gets. */
export async function expectSignedIn(page: Page): Promise<void> {
  await page.waitForURL(/\/(overview|events)/, { timeout: HASHES_TIMEOUT_MS });
}

/** Makes the sessions of a user look as if nobody had confirmed for a while who they are. */
export async function letSessionsGrowOld(email: string): Promise<void> {
  const provenAt = new Date(Date.now() - 11 * 60_000);
  await db().session.updateMany({ where: { user: { email } }, data: { provenAt } });
  await disconnectDb();
}
