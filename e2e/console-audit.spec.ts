import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { STANCHION_PROGRAM } from "@/tools/stack/build";
import { chooseOption, expectAccessible } from "./console";
import { makeEvent, signUp } from "./prepared";

type Checked = { readonly valid: boolean; readonly firstBad: unknown };

/** What the command says, which ends with 1 where something is wrong. */
async function verifyAudit(...options: readonly string[]): Promise<Checked> {
  const command = [STANCHION_PROGRAM, "verify-audit", "--json", ...options];
  const { stdout } = await promisify(execFile)(process.execPath, command).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout);
}

test("the audit log is found by who and what, exported, and checked against its chain", async ({
  page,
}, testInfo) => {
  const { customerId } = await signUp(page);
  await makeEvent(page, {
    name: "Harbour",
    eventId: "harbour",
    targetUrl: "http://shop.localhost/tickets",
    allowedHosts: [],
  });
  await page.goto("/customer");
  await page.getByLabel("Customer name").fill("Harbour Halls");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.goto("/audit-log");
  await expect(page.getByText(/Ana Operator renamed/)).toBeVisible();
  await expect(page.getByText(/Ana Operator created (the event )?Harbour/)).toBeVisible();
  await expectAccessible(page);
  await chooseOption(page, "Area", /^Events/);
  await expect(page.getByText(/Ana Operator renamed/)).toHaveCount(0);
  await expect(page.getByText(/Ana Operator created/)).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByText(/Ana Operator renamed/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search entries" }).fill("RENAMED");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText(/Ana Operator created/)).toHaveCount(0);
  await page.getByText(/Ana Operator renamed/).click();
  await expect(page.getByText(/^customer\.rename, /)).toBeVisible();
  const entry = page.locator("details[open]");
  await expect(entry.locator("time")).toHaveText(/\d\d:\d\d:\d\d/);
  await expect(entry.getByText(/^(127\.0\.0\.0\/24|0:0:0::\/48)$/)).toBeVisible();
  await entry.getByRole("link", { name: "Show all of this session" }).click();
  await expect(page.getByText(/^Session …/)).toBeVisible();
  await expect(page.getByText(/Ana Operator renamed/)).toBeVisible();
  await page.goBack();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv).toMatch(/^at,actor,verb,summary,details,id,link,session,network\r\n/);
  expect(csv).toContain("customer.rename");
  expect(csv).not.toContain("event.create");

  await expect(async () => {
    await page.goto("/audit-log");
    await expect(page.getByText(/\d+ links since/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: "Verify now" }).click();
  await expect(page.getByText(/^Verified: \d+ entries are unaltered/)).toBeVisible();
  await page.getByRole("button", { name: "E-mail me the head" }).click();
  await expect(page.getByText(/^Mailed to/)).toBeVisible();

  const head = await page.locator("main code").first().textContent();
  const links = /(\d+) links since/.exec((await page.textContent("main")) ?? "")?.[1];
  const anchor = testInfo.outputPath("anchor.txt");
  const line = (hash: string | null) =>
    `stanchion-audit/1 customer=${customerId} seq=${links} hash=${hash} at=2026-11-23T10:00:00.000Z`;
  await writeFile(anchor, line(head));
  const options = ["--customer", customerId, "--anchor", anchor];
  expect(await verifyAudit(...options)).toMatchObject({ valid: true, firstBad: null });
  await writeFile(anchor, line("x".repeat(43)));
  expect(await verifyAudit(...options)).toMatchObject({
    valid: false,
    firstBad: { customer: customerId, reason: expect.stringContaining("anchor") },
  });
});
