import { expect, test } from "@playwright/test";
import { type Account, CLIENT, startIdentityProvider } from "@/tools/attack/identity-provider";
import { expectAccessible, readMailedLink, signUp } from "./console";
import { expectSignedIn } from "./sign-in-steps";

test("people come in through their company's provider, into that customer alone, and not when it is down", async ({
  page,
  browser,
}) => {
  const { customerId } = await signUp(page);
  const console = new URL("/", page.url()).href;
  const redirectUri = new URL("/single-sign-on/callback", console).href;
  const email = `${customerId}.bo@example.com`;
  const accounts = new Map<string, Account>([
    ["bo", { email, email_verified: true, name: "Bo Builder" }],
    ["eve", { email: `eve.${email}`, email_verified: true, name: "Eve" }],
  ]);
  const provider = await startIdentityProvider({ redirectUri, accounts });
  await page.goto("/customer/sign-in");
  await page.getByLabel("Issuer").fill(provider.issuer);
  await page.getByLabel("Client id").fill(CLIENT.clientId);
  await page.getByLabel("Client secret").fill(CLIENT.clientSecret);
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(page.getByText(/^Saved\. Members sign in with the customer ID/)).toBeVisible();
  await expectAccessible(page);
  await page.goto("/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-mail").fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();

  const context = await browser.newContext({ baseURL: console });
  const other = await context.newPage();
  const signIn = async (account: string) => {
    await other.goto("/sign-in?next=/%09/elsewhere.example/");
    await other.getByRole("link", { name: "Sign in with SSO" }).click();
    await other.getByLabel("Customer id").fill(customerId);
    await other.getByRole("button", { name: "Continue" }).click();
    await other.waitForURL((url) => url.origin === provider.issuer);
    await other.getByLabel("Account").fill(account);
    await other.getByRole("button", { name: "Continue" }).click();
  };
  await signIn("eve");
  await expect(other.getByText(/You are not a member/)).toBeVisible();
  // The provider remembers who signed in there.
  await context.clearCookies();
  await signIn("bo");
  await expect(other.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
  await expect.poll(() => readMailedLink(email)).toContain("/single-sign-on/confirm");
  await other.goto(await readMailedLink(email));
  await expectAccessible(other);
  await other.getByRole("button", { name: "Confirm" }).click();
  await other.getByRole("link", { name: "Sign in" }).click();
  await other.getByRole("button", { name: "Continue" }).click();
  await expectSignedIn(other);
  expect(new URL(other.url()).origin).toBe(new URL(console).origin);
  await other.goto("/account");
  await expect(other.getByText("Bo Builder").first()).toBeVisible();
  await expect(other.getByText(/^You signed in with SSO/)).toBeVisible();
  await expect(other.getByRole("button", { name: "Add passkey" })).toHaveCount(0);

  await context.clearCookies();
  await provider.close();
  await other.goto("/sign-in/single-sign-on");
  await other.getByLabel("Customer id").fill(customerId);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByText(/returned an unexpected response/)).toBeVisible();
  await context.close();
});
