import { expect, type Page } from "@playwright/test";
import { HASHES_TIMEOUT_MS, readMailedLink } from "./console";

type Colleague = { readonly email: string; readonly name: string; readonly role: RegExp };

/** Invites somebody on the Team page, who joins with a browser of their own. */
export async function joinTeam(page: Page, { email, name, role }: Colleague): Promise<Page> {
  await page.goto("/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("radio", { name: role }).check({ force: true });
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error("The owner's page has no browser.");
  const member = await context.newPage();
  await member.goto(await readMailedLink(email));
  await member.getByLabel("Your name").fill(name);
  await member.getByLabel("Password").fill("a long enough passphrase 8");
  await member.getByRole("button", { name: "Join" }).click();
  await member.waitForURL(/\/(overview|events)$/, { timeout: HASHES_TIMEOUT_MS });
  return member;
}
