import { randomBytes } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, hearing, pressStart, saveSection, tick } from "./console";
import { createHarbour, test } from "./signed-in";

const number = (page: Page, label: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${label}`) });

/** Types a number and leaves the field, which then shows it with its commas. */
async function typeNumber(field: Locator, value: string): Promise<void> {
  const shown = Number(value).toLocaleString("en");
  // A page that was just loaded may not hear what is typed first.
  await expect(async () => {
    await field.fill(value);
    await field.blur();
    await expect(field).toHaveValue(shown, { timeout: 2_000 });
  }).toPass();
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await pressStart(page);
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
}

async function expectFits(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overhang).toBeLessThanOrEqual(0);
  }
}

test("an event is made from name, address, when and how many, and its id follows its name", async ({
  page,
}) => {
  const name = `Summer ${randomBytes(4).toString("hex")}`;
  const eventId = name.toLowerCase().replace(" ", "");
  await page.goto("/events/new");
  await expectFits(page);
  await expectAccessible(page);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await expect(page.getByText(eventId, { exact: true })).toBeVisible();
  await page.getByLabel("Target URL").fill("http://shop.localhost/tickets");
  await tick(page.getByRole("radio", { name: "A sale at a set time" }));
  await page.getByLabel("Start", { exact: true }).fill("2099-05-01T10:00");
  await typeNumber(number(page, "Outflow"), "250");
  await page.getByRole("button", { name: "Create event" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/events/${eventId}$`));

  await page.goto(`/events/${eventId}/settings`);
  await page.getByRole("searchbox", { name: "Search settings" }).fill("throughput");
  await page.getByRole("link", { name: /^Outflow/ }).click();
  await expect(page).toHaveURL(/\/settings\/admission#outflowPerMinute$/);
  await expect(number(page, "Outflow")).toHaveValue("250");
  await expect(number(page, "Outflow")).toBeFocused();
  await page.getByRole("button", { name: "Reset Outflow to its default" }).click();
  await expect(number(page, "Outflow")).toHaveValue("600");
  await saveSection(page);
  for (const section of [
    "general",
    "schedule",
    "order",
    "access",
    "page",
    "limits",
    "integration",
  ]) {
    await page.goto(`/events/${eventId}/settings/${section}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expectFits(page);
    await expectAccessible(page);
  }
  await expect(page.getByText(eventId, { exact: true }).first()).toBeVisible();
});

test("a risky change of an open event waits as a draft, is shown as old and new, and is published in one act", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await open(page, path);
  const admission = `${path}/settings/admission`;
  await page.goto(admission);
  await typeNumber(number(page, "Outflow"), "300");
  await typeNumber(number(page, "Line limit"), "9000");
  await saveSection(page);
  const draft = page.getByRole("table", { name: "Draft changes" });
  await expect(draft.getByRole("row")).toHaveCount(3);
  await expect(draft).toContainText("600");
  await expect(draft).toContainText("300");
  await expectAccessible(page);
  await expectFits(page);

  // Nothing of it is in force yet.
  await page.goto(path);
  await expect(number(page, "Outflow")).toHaveValue("600");
  await page.goto(admission);
  await expect(page.getByRole("link", { name: /^Admission draft/ })).toBeVisible();
  await expect(number(page, "Line limit")).toHaveValue("9,000");
  await page.getByRole("button", { name: "Publish 2 changes" }).click();
  await expect(draft).toHaveCount(0);
  await page.goto(path);
  await expect(number(page, "Outflow")).toHaveValue("300");

  await page.goto(admission);
  await typeNumber(number(page, "Active cap"), "50");
  await saveSection(page);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect(draft).toHaveCount(0);
  await expect(number(page, "Active cap")).toHaveValue("");
});

test("two people who change the same see both values, and a lost connection keeps what was typed", async ({
  page,
}) => {
  const path = await createHarbour(page);
  const admission = `${path}/settings/admission`;
  await page.goto(admission);
  const other = await page.context().newPage();
  await other.goto(admission);
  await typeNumber(number(other, "Line limit"), "500");
  await typeNumber(number(other, "Active cap"), "70");
  await saveSection(other);
  await other.close();

  await typeNumber(number(page, "Line limit"), "900");
  await page.getByRole("button", { name: "Save changes" }).click();
  const choices = page.getByRole("radiogroup", { name: "Line limit" });
  await expect(choices.getByText("Keep mine: 900")).toBeVisible();
  await expect(choices.getByText("Use theirs: 500")).toBeVisible();
  await expect(number(page, "Line limit")).toHaveValue("900");
  await expectAccessible(page);
  const use = page.getByRole("button", { name: "Use these values" });
  await expect(use).toBeDisabled();
  await choices.getByText("Keep mine: 900").click();
  await use.click();
  // What only the other changed is taken over.
  await expect(number(page, "Active cap")).toHaveValue("70");
  await saveSection(page);
  await page.reload();
  await expect(number(page, "Line limit")).toHaveValue("900");
  await expect(number(page, "Active cap")).toHaveValue("70");

  await page.context().setOffline(true);
  await typeNumber(number(page, "Line limit"), "901");
  await expect(page.getByText(/^You're offline. Your changes stay/)).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/^You're offline. Your changes are still/)).toBeVisible();
  await expect(number(page, "Line limit")).toHaveValue("901");
  await page.context().setOffline(false);
  await expect(page.getByText(/^You're offline. Your changes stay/)).toHaveCount(0);
  await saveSection(page);
  await page.reload();
  await expect(number(page, "Line limit")).toHaveValue("901");
});

test("an event is copied, kept as a template, put into the archive and back, and deleted by its name", async ({
  page,
}) => {
  const path = await createHarbour(page);
  const general = `${path}/settings/general`;
  const suffix = randomBytes(4).toString("hex");
  await page.goto(general);
  await (await hearing(page.getByRole("button", { name: "Save as template" }))).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(`Template ${suffix}`);
  await dialog.getByRole("button", { name: "Save as template" }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Duplicate" }).click();
  await dialog.getByLabel("Name").fill(`Copy ${suffix}`);
  await dialog.getByLabel("Event id").fill(path.split("/")[2] ?? "");
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await expect(dialog.getByText(/already have an event/).first()).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue(`Copy ${suffix}`);
  await dialog.getByLabel("Event id").fill(`copy${suffix}`);
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { name: `Copy ${suffix}`, level: 1 })).toBeVisible();

  await page.goto(`/events/copy${suffix}/settings/general`);
  await (await hearing(page.getByRole("button", { name: "Archive", exact: true }))).click();
  await dialog.getByRole("button", { name: "Archive" }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(page.getByRole("link", { name: `Copy ${suffix}` })).toHaveCount(0);
  await page.goto("/archived-events");
  await expectAccessible(page);
  await expectFits(page);
  await expect(page.getByText(`Template ${suffix}`)).toBeVisible();
  await (await hearing(page.getByRole("button", { name: `Restore Copy ${suffix}` }))).click();
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: `Restore Copy ${suffix}` })).toHaveCount(0);

  await page.goto(`/events/copy${suffix}/settings/general`);
  await (await hearing(page.getByRole("button", { name: "Delete", exact: true }))).click();
  const remove = dialog.getByRole("button", { name: "Delete event" });
  await expect(remove).toBeDisabled();
  await dialog.getByRole("textbox").fill(`Copy ${suffix}`);
  await remove.click();
  await expect(page).toHaveURL(/\/events$/);
  await page.goto(`/events/copy${suffix}`);
  await expect(page.getByRole("heading", { name: `Copy ${suffix}` })).toHaveCount(0);
});
