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
  await page.getByRole("button", { name: "Invite a member" }).click();
  const email = `${customerId}.bo@example.com`;
  await page.getByRole("dialog").getByLabel("E-mail").fill(email);
  await page.getByRole("dialog").getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`${email} is invited`)).toBeVisible();
  const context = await browser.newContext({ baseURL: console });
  const member = await context.newPage();
  await member.goto(await readMailedLink(email));
  await member.getByLabel("Your name").fill("Bo Builder");
  await member.getByLabel("Password").fill(PASSWORD);
  await member.getByRole("button", { name: "Join" }).click();
  await member.waitForURL(/\/(overview|events)/, { timeout: HASHES_TIMEOUT_MS });

  await page.goto("/customer/sign-in");
  await tick(page.getByRole("radio", { name: /^With a second factor/ }));
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText(/Set up a second factor for yourself first/).first()).toBeVisible();
  await page.goto("/account");
  await setUpApp(page);
  await page.goto("/customer/sign-in");
  await tick(page.getByRole("radio", { name: /^With a second factor/ }));
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText(/^Saved\. It counts from/)).toBeVisible();

  await member.goto("/events");
  const asked = member.getByRole("heading", { name: /asks everybody for a second factor/ });
  await expect(asked).toBeVisible();
  await expect(member.getByRole("navigation")).toHaveCount(0);
  await expectAccessible(member);
  const status = await member.evaluate(async () => (await fetch("/api/v1/overview")).status);
  expect(status).toBeGreaterThanOrEqual(400);
  await member.goto("/rules");
  await expect(asked).toBeVisible();
  await expect(member.getByRole("button", { name: "Set up an app" })).toHaveCount(0);
  await member.getByRole("button", { name: "Send the code" }).click();
  await member.getByLabel("Code of the e-mail").fill(await readMailedCode(email));
  await expectAccessible(member);
  await member.getByRole("button", { name: "Go on" }).click();
  await setUpApp(member);
  await expect(member.getByRole("heading", { name: "Rules" })).toBeVisible();
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
  await page.getByRole("button", { name: "Send the link" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm that it is you" });
  await confirm.getByLabel("Password").fill("not the password");
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(confirm.getByText("This is not your password.").first()).toBeVisible();
  await confirm.getByLabel("Password").fill(PASSWORD);
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(`An e-mail to ${next} is on its way.`)).toBeVisible();
  await page.goto(await readMailedLink(next));
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByText(`You sign in with ${next} from now on.`)).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await writePassword(page, next);
  await expectSignedIn(page);
});
