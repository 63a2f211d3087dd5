import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import {
  expectAccessible,
  HASHES_TIMEOUT_MS,
  PASSWORD,
  readMailedLink,
  signUp as signUpAs,
} from "./console";

test("a customer id that cannot work is refused where it is typed, and a wrong password is not explained", async ({
  page,
}) => {
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  await page.goto("/sign-up");
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toContainText(`Check ${email} for a link`);
  await page.goto(await readMailedLink(email));
  await page.getByLabel("Your name").fill("Ana Operator");
  await page.getByLabel("Customer name").fill("Harbour Hall");
  await page.getByLabel("Password").fill(PASSWORD);
  const id = page.getByLabel("Customer id");
  const signUp = page.getByRole("button", { name: "Sign up" });
  const refusals: readonly (readonly [string, RegExp])[] = [
    ["ab", /^Too short/],
    ["a".repeat(21), /^Too long/],
    ["harbour-hall", /^Use a–z and 0–9 only/],
    ["status", /^“status” is reserved/],
  ];
  for (const [typed, reason] of refusals) {
    await id.fill(typed);
    await signUp.click();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(id).toBeFocused();
  }
  await id.fill(" HarbourHall");
  await expect(id).toHaveValue("harbourhall");
  await expect(page).toHaveURL(/\/sign-up\?/);

  // What the page sees by itself costs no try: nothing is sent.
  await page.goto("/sign-in");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This field is required.")).toHaveCount(2);
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill("nobody");
  await expect(page.getByText(/^Enter an e-mail address/)).toBeVisible();
  await page.getByLabel("E-mail").fill("nobody@example.com");
  await expect(page.getByText(/^Enter an e-mail address/)).toHaveCount(0);
  expect(sent).toEqual([]);

  // A link that is over says so when it is opened, with a way on.
  await page.goto("/reset-password?token=gone");
  await expect(page.getByText(/^This link was used or has expired/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.goto("/invitation?token=gone");
  await expect(page.getByText(/press Resend under Team/)).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();

  await page.getByLabel("E-mail").fill("nobody@example.com");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Incorrect e-mail address or password.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("nobody@example.com");
  await page.getByLabel("Password").fill("another password");
  await expect(page.getByText("Incorrect e-mail address or password.")).toHaveCount(0);
});

test("somebody sees where they are signed in, signs out there, and changes their password", async ({
  page,
  browser,
}) => {
  const { email } = await signUpAs(page);
  const console = new URL("/", page.url()).href;
  const signIn = async (password: string) => {
    const context = await browser.newContext({ baseURL: console });
    const other = await context.newPage();
    // Text that would lead elsewhere leads to the overview.
    await other.goto("/sign-in?next=/%09/elsewhere.example/");
    await other.getByLabel("E-mail").fill(email);
    await other.getByLabel("Password").fill(password);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    return other;
  };
  const lost = await signIn(PASSWORD);
  await lost.waitForURL(/\/overview$/, { timeout: HASHES_TIMEOUT_MS });
  expect(new URL(lost.url()).origin).toBe(new URL(console).origin);

  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  const rows = page.getByRole("table", { name: "Your sessions" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("This browser");
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Sign out Chrome/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("No other sessions.")).toBeVisible();
  await lost.goto("/rules");
  await expect(lost).toHaveURL(/\/sign-in/);
  await lost.context().close();

  const second = await signIn(PASSWORD);
  await second.waitForURL(/\/overview$/, { timeout: HASHES_TIMEOUT_MS });
  const change = page.getByRole("button", { name: "Change password" });
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill("Password2026!");
  await change.click();
  await expect(page.getByText("Incorrect password.")).toHaveCount(2);
  await page.getByLabel("Current password").fill(PASSWORD);
  await change.click();
  await expect(page.getByText(/^This password is too common/).first()).toBeVisible();
  await page.getByLabel("New password").fill("kvetch obelisk ladder");
  await change.click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await second.goto("/rules");
  await expect(second).toHaveURL(/\/sign-in/);
  await second.context().close();

  // Signing out ends the session, not only the cookie.
  const cookies = await page.context().cookies();
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  await page.context().addCookies(cookies);
  await page.goto("/rules");
  await expect(page).toHaveURL(/\/sign-in/);
});
