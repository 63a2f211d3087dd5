import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { startDemoShop } from "@/tools/demo-shop/server";
import { projectPath } from "@/tools/stack/paths";
import { expectAccessible, expectInForce } from "./console";
import { newVisitor, prepareSite, start } from "./site";

const VISITORS = 40;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Real visitors over HTTP, who go home after a time. Answers what an outside observer saw. */
async function sendCrowd(shop: string): Promise<{ visitors: number; admitted: number }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    projectPath("scripts", "bootstrap.js"),
    "crowd",
    ...["--visitors", String(VISITORS), "--rate", "10", "--timeout", "240"],
    ...["--shop", shop, "--json"],
  ]);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
}

/** The figure under a heading of the answers. */
async function figure(page: Page, label: string): Promise<number> {
  const name = page.getByText(label, { exact: true });
  const metric = page.locator("[data-slot=metric]").filter({ has: name }).first();
  const text = await metric.locator("dd").first().textContent();
  return Number(text?.replace(/\D/g, ""));
}

async function setOutflow(page: Page, perMinute: number): Promise<void> {
  const field = page.getByRole("textbox", { name: /^Outflow/ });
  await field.fill(String(perMinute));
  await field.blur();
  await button(page, `Set to ${perMinute.toLocaleString("en-US")} per minute`).click();
}

async function typeName(page: Page, title: RegExp, confirm: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  const act = dialog.getByRole("button", { name: confirm });
  await expect(act).toBeDisabled();
  await dialog.getByLabel(/^Type Spring Sale/).fill("Spring sale");
  await expect(act).toBeDisabled();
  await dialog.getByLabel(/^Type Spring Sale/).fill("Spring Sale");
  await act.click();
  await expect(dialog).toHaveCount(0);
}

test("an operator slows, holds, tells, opens and stops a line with a crowd in it", async ({
  page,
}) => {
  const prepared = await prepareSite(page, "/tickets");
  const site = await startDemoShop({ port: prepared.port, ...prepared.connector });
  const visitor = await newVisitor(page);
  try {
    await start(page);
    await page.getByRole("switch", { name: "Queue all" }).click({ force: true });
    await expect(page.getByText("Every visitor now queues")).toBeVisible();
    await setOutflow(page, 6);
    await expectInForce(page);
    const straight = page
      .getByRole("list", { name: "Notices" })
      .getByText(/^Every visitor goes straight to your site/);
    const crowd = sendCrowd(`${prepared.address}/tickets`);
    await expect(async () => {
      expect(await figure(page, "Waiting")).toBeGreaterThan(VISITORS / 2);
    }).toPass({ timeout: 120_000 });
    // Of 40 who joined within seconds six a minute go in.
    await expect(page.locator("[data-slot=projection]")).toHaveText(
      /^(The line grows by \d+ per minute|At this outflow the line is empty (at|between) \d\d:\d\d)/,
    );

    await setOutflow(page, 3_000);
    const raise = page.getByRole("dialog", { name: "Raise the outflow to 3,000?" });
    await expect(raise).toContainText(/Up to \d+ waiting visitors will .*, instead of 6\./);
    await button(page, "Set to 3,000 per minute").last().click();
    await expect(page.getByText("Outflow set to 3,000 per minute")).toBeVisible();
    await button(page, "Undo").first().click();
    await expect(page.getByRole("textbox", { name: /^Outflow/ })).toHaveValue("6");

    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Timeline" }).click();
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: "Pause this event?" });
    await dialog.getByLabel("Message to waiting visitors").fill("We are back at ten.");
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(page.getByText("Visitors see: “We are back at ten.”")).toBeVisible();
    await visitor.goto(`${prepared.address}/tickets`);
    await expect(visitor.locator("#message-text")).toHaveText("We are back at ten.");
    await expectAccessible(page);

    await button(page, "Resume").click();
    await expect(page.getByText("Visitors see: “We are back at ten.”")).toHaveCount(0);
    await button(page, "Let everyone through").click();
    await typeName(page, /^Let everyone through at Spring Sale/, "Let everyone through");
    await expect(straight).toBeVisible();
    await visitor.waitForURL(`${prepared.address}/tickets`, { timeout: 120_000 });
    expect((await crowd).admitted).toBe(VISITORS);

    await button(page, "Stop letting everyone through").click();
    await expect(straight).toHaveCount(0);
    await button(page, "Stop").click();
    await typeName(page, /^Stop Spring Sale/, "Stop the run");
    await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
    await button(page, "Show as table").click();
    const table = page.getByRole("region", { name: "Timeline figures" });
    await expect(table).toContainText("let everyone through at Spring Sale (run 1)");
    await expect(table).toContainText("stopped Spring Sale (run 1)");
  } finally {
    await visitor.context().close();
    await site.close();
  }
});
