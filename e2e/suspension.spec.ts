import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { expectAccessible, pressStart } from "./console";
import { createEvent, makeSecretAndKey, signUp } from "./prepared";

/** What whoever runs the installation types on the server. */
async function admin(...args: string[]): Promise<void> {
  const command = ["--import", "tsx", "cli/stanchion.ts", "admin", "customers", ...args];
  await promisify(execFile)(process.execPath, command);
}

test("members see what was suspended and limited, and visitors that nobody gets in", async ({
  page,
}) => {
  const { customerId } = await signUp(page);
  await makeSecretAndKey(page);
  await createEvent(page, {
    name: "Harbour",
    eventId: "harbour",
    targetUrl: "http://shop.localhost/tickets",
    allowedHosts: [],
  });
  await pressStart(page);
  await expect(page.getByRole("button", { name: "Pause", exact: true })).toBeVisible();

  await admin("limits", customerId, "--events", "5", "--outflow", "900", "--waiting", "20000");
  await page.goto("/customer");
  await expect(page.getByText("At most 5", { exact: true })).toBeVisible();
  await expect(page.getByText("1 now, 1 of them open.")).toBeVisible();
  await expect(page.getByText("At most 900 per minute")).toBeVisible();
  await expect(page.getByText("At most 20,000", { exact: true })).toBeVisible();

  await admin("suspend", customerId);
  const banner = page.getByRole("complementary", { name: "Suspension" });
  await expect(async () => {
    await page.reload();
    await expect(banner).toContainText("nobody is admitted", { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
  await page.goto("/events/harbour");
  await expect(page.getByText("On hold", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Pause/ }).click();
  await expect(page.getByText(/is suspended, so events can't be opened/).first()).toBeVisible();

  const visitor = await page.context().browser()?.newPage();
  if (visitor === undefined) throw new Error("The page has no browser.");
  const room = process.env["WAITING_ROOM_URL"] ?? "";
  await expect(async () => {
    await visitor.goto(`${room}/?c=${customerId}&e=harbour`);
    await expect(visitor.getByText("has put this waiting room on hold").first()).toBeVisible({
      timeout: 5_000,
    });
  }).toPass();
  await visitor.close();

  await admin("resume", customerId);
  // Pages know who asks from what was read within the last ten seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "Harbour" })).toBeVisible();
    await expect(banner).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});
