import { expect, type Page } from "@playwright/test";
import { chooseOption, expectAccessible, expectAsked, hearing, startEvent } from "./console";
import { makeSecretAndKey, signUp } from "./prepared";
import { test } from "./signed-in";
import { newVisitor, ROOM } from "./site";

const PURPOSES = [
  ...["Protect a site all year", "A sale at a set time", "A draw", "By invitation only"],
];

/** Opens the form and chooses by arrow keys, then types what every event needs on the way to what the purpose asks. */
async function beginByKeyboard(page: Page, purpose: string, name: string): Promise<void> {
  await page.goto("/events/new");
  const first = await hearing(page.getByRole("radio", { name: PURPOSES[0] ?? "" }));
  await first.focus();
  for (let step = PURPOSES.indexOf(purpose); step > 0; step -= 1)
    await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: purpose })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.type(name);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("http://shop.localhost/tickets");
}

async function createByKeyboard(page: Page, name: string): Promise<string> {
  await page.getByLabel("Target URL").press("Enter");
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  return new URL(page.url()).pathname;
}

const preview = (page: Page) => page.frameLocator('iframe[title="Visitor\'s page"]');
const start = (page: Page) => page.getByLabel("Start", { exact: true });

test("an event is made for each purpose by keyboard, with the few settings that it needs", async ({
  page,
}) => {
  const { customerId } = await signUp(page);
  await makeSecretAndKey(page);
  await page.goto("/customer");
  const defaults = page.getByRole("form", { name: "New events" });
  await (await hearing(defaults.getByRole("textbox", { name: /^Outflow/ }))).fill("120");
  await chooseOption(defaults, "Protection level", /^Popular sale/);
  await defaults.getByRole("button", { name: "Save defaults" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  // The preview's styles are the frame's own, which the console's policy would refuse.
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  await beginByKeyboard(page, "Protect a site all year", "All year");
  await expectAsked(page, { yes: ["Outflow", "Arrivals"], no: ["Start", "Pre-queue", "Kind"] });
  await expect(page.getByText(/more than 120 visitors arrive/)).toBeVisible();
  await expect(preview(page).getByText("All year")).toBeVisible();
  expect(refused).toEqual([]);
  await expectAccessible(page, ['iframe[title="Visitor\'s page"]']);
  const allYear = await createByKeyboard(page, "All year");
  await page.goto(`${allYear}/settings/limits`);
  await expect(page.getByRole("radio", { name: /^Popular sale/ })).toBeChecked();
  // As the customer's new events are, nothing is modified.
  await expect(page.getByText("Modified:")).toHaveCount(0);

  await beginByKeyboard(page, "A sale at a set time", "Sale");
  await expectAsked(page, {
    yes: ["Time zone", "Start", "End", "Pre-queue"],
    no: ["Arrivals", "Pre-queue order", "Kind"],
  });
  await page.getByLabel("Time zone", { exact: true }).fill("vienna");
  await page.getByLabel("Time zone", { exact: true }).blur();
  await expect(page.getByLabel("Time zone", { exact: true })).toHaveValue("Europe/Vienna");
  await start(page).fill("2099-12-10T10:00");
  const happens = page
    .getByRole("region", { name: "What happens" })
    .or(page.locator("section").filter({ hasText: "What happens" }));
  await expect(happens.first()).toContainText(
    /Pre-queue opensThu, 10 December 2099 at 09:45, in .* at 08:45 your time/,
  );
  const sale = await createByKeyboard(page, "Sale");
  await page.goto(`${sale}/settings/schedule`);
  await expect(start(page)).toHaveValue("2099-12-10T10:00");

  await beginByKeyboard(page, "A draw", "Drawn");
  await expectAsked(page, { yes: ["Start", "Pre-queue order"], no: ["Arrivals"] });
  await start(page).fill("2099-12-10T10:00");
  await expect(preview(page).getByText(/draw/i).first()).toBeVisible();
  const draw = await createByKeyboard(page, "Drawn");
  await page.goto(`${draw}/settings/schedule`);
  await expect(page.getByLabel("Pre-queue order", { exact: true })).toHaveValue("drand");

  await page.goto(`${draw}/settings/general`);
  await (await hearing(page.getByRole("button", { name: "Save as template" }))).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Draws");
  await dialog.getByRole("button", { name: "Save as template" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto("/events/new");
  const outflow = page.getByRole("textbox", { name: /^Outflow/ });
  await (await hearing(outflow)).fill("77");
  await chooseOption(page, "Start from", /^Draws/);
  await expect(outflow).toHaveValue("77");
  await expect(page.getByRole("radio", { name: "A draw" })).toBeChecked();
  await expect(page.getByLabel("Target URL")).toHaveValue("http://shop.localhost/tickets");
  // The purpose counts more than the template.
  await page.getByText("A sale at a set time", { exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Undrawn");
  await start(page).fill("2099-12-11T10:00");
  const undrawn = await createByKeyboard(page, "Undrawn");
  await page.goto(`${undrawn}/settings/schedule`);
  await expect(page.getByLabel("Pre-queue order", { exact: true })).toHaveValue("off");

  await beginByKeyboard(page, "By invitation only", "Members");
  await expectAsked(page, { yes: ["Kind"], no: ["Arrivals", "Pre-queue"] });
  await expect(preview(page).getByRole("heading", { name: "By invitation only" })).toBeVisible();
  await createByKeyboard(page, "Members");
  await startEvent(page);
  const stranger = await newVisitor(page);
  await stranger.goto(`${ROOM}/?c=${customerId}&e=members`);
  await expect(stranger.getByRole("heading", { name: "By invitation only" })).toBeVisible();
});

test("what cannot be is said beside its field, and nothing that was typed is lost", async ({
  page,
}) => {
  const leaves = page.getByRole("dialog", { name: "Leave without saving?" });
  await beginByKeyboard(page, "A sale at a set time", "Sale");
  await page.getByLabel("Name", { exact: true }).fill("x".repeat(10_000));
  const create = page.getByRole("button", { name: "Create event" });
  await start(page).fill("2020-12-10T10:00");
  await create.click();
  await expect(page.getByText("This time has passed. Choose a later start.")).toBeVisible();
  await expect(start(page)).toBeFocused();

  await start(page).fill("2099-12-10T10:00");
  await page.getByLabel("End", { exact: true }).fill("2099-12-10T09:00");
  await page.getByRole("textbox", { name: /^Outflow/ }).fill("0");
  await create.click();
  await expect(page.getByText("Enter a whole number from 1 to 1,000,000.")).toBeVisible();
  await page.getByRole("textbox", { name: /^Outflow/ }).fill("60");
  await create.click();
  await expect(page.getByText(/^At most 100/)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("x".repeat(10_000));
  await page.getByLabel("Name", { exact: true }).fill("Typed");
  await create.click();
  await expect(page.getByText("The end must be after the start.")).toBeVisible();
  await page.getByLabel("End", { exact: true }).fill("");

  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(leaves).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Typed");

  await page.getByLabel("Time zone", { exact: true }).fill("Atlantis");
  await create.click();
  await expect(page.getByText("Choose a time zone from the list.")).toBeVisible();
  await expect(page.getByLabel("Time zone", { exact: true })).toHaveValue("Atlantis");
  await page.getByLabel("Time zone", { exact: true }).fill("utc");

  // The day is typed, as a browser lets nobody set one that no calendar has.
  await start(page).focus();
  await page.keyboard.type("02292099");
  await create.click();
  await expect(page.getByText("Enter a complete date and time that exists.")).toBeVisible();
  await start(page).fill("2099-12-10T10:00");
  await create.dblclick();
  await expect(page.getByRole("heading", { name: "Typed", level: 1 })).toBeVisible();
  await page.goto("/events");
  await expect(page.getByRole("link", { name: "Typed" })).toHaveCount(1);
});
