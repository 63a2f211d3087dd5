import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { STANCHION_PROGRAM } from "@/tools/stack/build";
import { createEvent, expectAccessible, makeSecretAndKey, signUp } from "./console";
import { ROOM } from "./site";
import { test } from "./signed-in";

/** So many people come in while the event is open and nobody waits. */
const VISITORS = 3;

async function runSale(page: Page): Promise<void> {
  const { customerId } = await signUp(page);
  await makeSecretAndKey(page);
  await createEvent(page, {
    ...{ name: "Harbour", eventId: "harbour", targetUrl: "http://shop.localhost/tickets" },
    allowedHosts: [],
  });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Start").click();
  await expect(page.getByText("Dormant", { exact: true }).first()).toBeVisible();
  for (let visitor = 0; visitor < VISITORS; visitor += 1) await comeIn(customerId);
  await button("Stop").click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox").first();
  if (await name.isVisible()) await name.fill("Harbour");
  await dialog.getByRole("button", { name: /^Stop/ }).click();
  await expect(page.getByText("Stopped", { exact: true }).first()).toBeVisible();
}

/** As a browser comes from the connector; it may take a moment until the waiting room knows the event. */
async function comeIn(customerId: string): Promise<void> {
  await expect(async () => {
    const answer = await fetch(`${ROOM}/?c=${customerId}&e=harbour`, {
      redirect: "manual",
      headers: { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toContain("queueittoken");
  }).toPass({ timeout: 60_000 });
}

async function verify(file: string, ...options: readonly string[]): Promise<{ valid: boolean }> {
  const command = [STANCHION_PROGRAM, "verify-fairness", file, ...options, "--json"];
  const run = promisify(execFile)(process.execPath, command);
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

test.use({ storageState: { cookies: [], origins: [] } });

test("a run that is over has a report, which everybody can check once it is published", async ({
  page,
  request,
}, { outputPath }) => {
  await runSale(page);
  await page.goto("/reports");
  await page.getByRole("link", { name: "Harbour" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbour, run 1");
  await expect(page.getByText("Numbers let in twice")).toBeVisible();
  await expect(page.getByText("3 straight in")).toBeVisible();
  await expectAccessible(page);

  // The worker counts what is over once everything of it is stored.
  await expect(async () => {
    await page.reload();
    await page.getByRole("button", { name: "Publish the report" }).click();
    await expect(page.getByText("Published by Ana Operator")).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 150_000 });
  const address = await page.getByRole("link", { name: "Open the report" }).getAttribute("href");

  const published = await request.get(address ?? "", { headers: { cookie: "" } });
  expect(published.status()).toBe(200);
  const file = outputPath("report.json");
  await writeFile(file, await published.body());
  const key = (await (await request.get("/api/fairness/key")).text()).trim().split("\n")[0];
  expect(await verify(file, `--key=${key}`, "--database")).toMatchObject({
    ...{ valid: true, firstBad: null, report: { figures: { rows: VISITORS, numbersTwice: 0 } } },
  });
  const changed = outputPath("changed.json");
  await writeFile(changed, (await published.text()).replace('"rows":3', '"rows":2'));
  expect(await verify(changed)).toMatchObject({ valid: false, firstBad: { part: "signature" } });

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Admissions as CSV" }).click();
  expect((await download).suggestedFilename()).toBe("harbour-run-1-admissions.csv");
  const csv = await page.request.get(
    `/api/v1/reports/${page.url().split("/").at(-1)}/admissions?format=csv`,
  );
  expect((await csv.text()).trimEnd().split("\r\n")).toHaveLength(1 + VISITORS);

  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw the report" }).click();
  await expect(page.getByRole("button", { name: "Publish the report" })).toBeVisible();
  expect((await request.get(address ?? "")).status()).toBe(404);
});
