import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible, startEvent } from "./console";
import { makeEvent, makeSecretAndKey, signUp } from "./prepared";
import { newVisitor, ROOM } from "./site";

/** Signs up, opens the event `members`, and goes to its access codes. Answers the id of the customer. */
async function openMembersSale(page: Page): Promise<string> {
  const { customerId } = await signUp(page);
  const event = { name: "Members first", eventId: "members", allowedHosts: [] };
  await makeEvent(page, { ...event, targetUrl: "http://shop.localhost/tickets" });
  await makeSecretAndKey(page);
  await page.goto("/events/members");
  await startEvent(page);
  await page.goto("/events/members/access-codes");
  return customerId;
}

async function makeCodes(page: Page, batch: string, count: number): Promise<string[]> {
  await page.getByRole("button", { name: "Create codes" }).click();
  await page.getByLabel("Batch name").fill(batch);
  await page.getByRole("textbox", { name: /^Number of codes/ }).fill(String(count));
  await page.getByRole("dialog").getByRole("button", { name: "Create codes" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download file" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  await page.getByRole("button", { name: "I have stored them" }).click();
  return csv
    .split("\r\n")
    .slice(1, -1)
    .map((row) => row.split(",")[0] ?? "");
}

/** Types a code on the waiting room's page. */
async function joinBy(visitor: Page, customerId: string, code: string): Promise<void> {
  await visitor.goto(`${ROOM}/line/${customerId}/members/code`);
  await visitor.getByLabel("Access code").fill(code);
  await visitor.getByRole("button", { name: "Join with this code" }).click();
}

test("an operator sees what codes were used for, looks one up, and takes codes back", async ({
  page,
}) => {
  const customerId = await openMembersSale(page);
  const [used = "", leaked = "", good = ""] = await makeCodes(page, "Fan club", 3);
  const [friend = ""] = await makeCodes(page, "Friends", 2);

  const visitor = await newVisitor(page);
  await joinBy(visitor, customerId, used);
  await expect(visitor).not.toHaveURL(/\/code$/);
  const batch = (name: string) => page.getByRole("row").filter({ hasText: name });
  // The page follows by itself.
  await expect(batch("Fan club").getByText("1 used")).toBeVisible();
  await expect(batch("Fan club").getByText("2 left")).toBeVisible();
  await expect(batch("Friends").getByText("never")).toBeVisible();

  const lookUp = page.getByRole("form", { name: "Look up a code" });
  await lookUp.getByLabel("Access code").fill("AAAA");
  await lookUp.getByRole("button", { name: "Look up" }).click();
  await expect(lookUp.getByText(/^This is not a valid code/).first()).toBeVisible();
  await lookUp.getByLabel("Access code").fill(used.toLowerCase());
  await lookUp.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText("Used up", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Revoke codes", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke individual codes" });
  await dialog.getByLabel("Codes").fill("n/a");
  await dialog.getByRole("button", { name: "Revoke codes" }).click();
  await expect(dialog.getByText(/Not valid:/).first()).toBeVisible();
  await dialog.getByLabel("Codes").fill(leaked);
  await dialog.getByRole("button", { name: "Revoke codes" }).click();
  await expect(dialog.getByText(/^1 code revoked/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(batch("Fan club").getByText("1 revoked")).toBeVisible();

  const stranger = await newVisitor(page);
  await expect(async () => {
    await joinBy(stranger, customerId, leaked);
    await expect(stranger.getByRole("heading", { name: "This code was revoked" })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();

  await page.getByRole("button", { name: "Revoke Friends" }).click();
  const confirm = page.getByRole("dialog", { name: "Revoke Friends?" });
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await expect(batch("Friends").getByText("2 left")).toBeVisible();
  await page.getByRole("button", { name: "Revoke Friends" }).click();
  await confirm.getByRole("button", { name: "Revoke codes" }).click();
  await expect(batch("Friends").getByText("Revoked", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Revoke Friends" })).toHaveCount(0);
  await expect(async () => {
    await joinBy(stranger, customerId, friend);
    await expect(stranger.getByRole("heading", { name: "This code was revoked" })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();

  // The others of the batch are as good as before.
  await joinBy(stranger, customerId, good);
  await expect(stranger).not.toHaveURL(/\/code$/);
  await expect(batch("Fan club").getByText("2 used")).toBeVisible();
  await visitor.context().close();
  await stranger.context().close();
});

test("an operator brings their own codes with a window, and their links join", async ({ page }) => {
  const customerId = await openMembersSale(page);
  await page.getByRole("button", { name: "Create codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Create access codes" });
  await dialog.getByLabel("Batch name").fill("Newsletter");
  await dialog.getByText("Use your own").click();
  await dialog.getByLabel("Your codes: choose a file").setInputFiles({
    name: "codes.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("code;name\nFAN-2026-ADA;Ada\nx;Ben\nfan 2026 ada;Cleo\nFAN-2026-DAN;Dan"),
  });
  await dialog.getByRole("textbox", { name: /^Uses per code/ }).fill("3");
  await dialog.getByRole("button", { name: "Create codes" }).click();
  const wrong = "Line 3: “x” is not 6 to 40 letters A–Z and digits.";
  await expect(dialog.getByText(wrong)).toContainText("Line 4: “fan 2026 ada” is the same code");
  await expectAccessible(page);
  await dialog.getByLabel("Your codes", { exact: true }).fill("FAN-2026-ADA\nFAN-2026-DAN");
  await dialog.getByLabel("Valid until").fill("2099-12-31T20:00");
  await dialog.getByRole("button", { name: "Create codes" }).click();
  const link = page.getByRole("dialog", { name: "Your codes" }).locator("code");
  const linked = (await link.textContent()) ?? "";
  expect(linked).toContain(`/?c=${customerId}&e=members&code=FAN-2026-ADA`);
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText(/^valid until/)).toBeVisible();

  const visitor = await newVisitor(page);
  // Nobody waits, so that the link itself would lead straight to the site.
  const code = new URL(linked).searchParams.get("code");
  await visitor.goto(`${ROOM}/line/${customerId}/members/code?code=${code}`);
  await expect(visitor).toHaveURL(/\/line\/[^/]+\/members\/code$/);
  await expect(visitor.getByLabel("Access code")).toHaveValue("FAN-2026-ADA");
  await visitor.getByRole("button", { name: "Join with this code" }).click();
  await expect(visitor).not.toHaveURL(/code/);

  await page.getByRole("button", { name: "Change validity of Newsletter" }).click();
  const validity = page.getByRole("dialog", { name: "Validity of Newsletter" });
  await validity.getByLabel("Valid until").fill("2026-01-01T10:00");
  await validity.getByRole("button", { name: "Save validity" }).click();
  await expect(page.getByText("Expired", { exact: true })).toBeVisible();
  const late = await newVisitor(page);
  await expect(async () => {
    await joinBy(late, customerId, "fan2026dan");
    await expect(late.getByRole("heading", { name: "This code has expired" })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await visitor.context().close();
  await late.context().close();
});
