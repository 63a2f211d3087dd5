import { expect, test } from "@playwright/test";
import {
  expectAccessible,
  HASHES_TIMEOUT_MS,
  PASSWORD,
  readMailedCode,
  readMailedLink,
  signUp,
  tick,
} from "./console";
import { expectSignedIn, letSessionsGrowOld, setUpApp, writePassword } from "./sign-in-steps";

test("where a second factor is asked for, who has none sets one up before anything else is shown", async ({
  page,
  browser,
}) => {
  const { customerId } = await signUp(page);
  const console = new URL("/", page.url()).href;
  await page.goto("/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  const email = `${customerId}.bo@example.com`;
  await page.getByRole("dialog").getByLabel("E-mail").fill(email);
  await page.getByRole("dialog").getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  const context = await browser.newContext({ baseURL: console });
  const member = await context.newPage();
  await member.goto(await readMailedLink(email));
  await member.getByLabel("Your name").fill("Bo Builder");
  await member.getByLabel("Password").fill(PASSWORD);
  await member.getByRole("button", { name: "Join" }).click();
  await member.waitForURL(/\/(overview|events)/, { timeout: HASHES_TIMEOUT_MS });

  await page.goto("/customer/sign-in");
  await tick(page.getByRole("radio", { name: /^Second factor/ }));
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(
    page.getByText(/Set up a second factor in your own account first/).first(),
  ).toBeVisible();
  await page.goto("/account");
  await setUpApp(page);
  await page.goto("/customer/sign-in");
  await tick(page.getByRole("radio", { name: /^Second factor/ }));
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText(/^Saved\. Applies immediately/)).toBeVisible();

  await member.goto("/events");
  const asked = member.getByRole("heading", { name: /requires a second factor/ });
  await expect(asked).toBeVisible();
  await expect(member.getByRole("navigation")).toHaveCount(0);
  await expectAccessible(member);
  const status = await member.evaluate(async () => (await fetch("/api/v1/overview")).status);
  expect(status).toBeGreaterThanOrEqual(400);
  await member.goto("/rules");
  await expect(asked).toBeVisible();
  await expect(member.getByRole("button", { name: "Set up app" })).toHaveCount(0);
  await member.getByRole("button", { name: "Send code" }).click();
  await member.getByLabel("Code from e-mail").fill(await readMailedCode(email));
  await expectAccessible(member);
  await member.getByRole("button", { name: "Continue" }).click();
  await setUpApp(member);
  await expect(member.getByRole("heading", { name: "Rules", exact: true })).toBeVisible();
  await context.close();
});

test("a new e-mail counts once it is confirmed there, after the password was asked for again", async ({
  page,
}) => {
  const { email } = await signUp(page);
  const next = `new.${email}`;
  await letSessionsGrowOld(email);
  await page.goto("/account");
  await page.getByLabel("New e-mail").fill(next);
  await page.getByRole("button", { name: "Send link" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await confirm.getByLabel("Password").fill("not the password");
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(confirm.getByText("Incorrect password.").first()).toBeVisible();
  await confirm.getByLabel("Password").fill(PASSWORD);
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(`Check ${next} for a link`)).toBeVisible();
  await page.goto(await readMailedLink(next));
  await page.getByRole("button", { name: "Confirm address" }).click();
  await expect(page.getByText(`Your sign-in address is now ${next}.`)).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await writePassword(page, next);
  await expectSignedIn(page);
});
