import { expect, type Page } from "@playwright/test";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import { expectAccessible, expectInForce, startEvent } from "./console";
import { createHarbour, test } from "./signed-in";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("the live page offers what the state of the event allows, and asks before it ends a run", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
  for (const name of ["Pause", "Resume", "Stop"]) await expect(button(page, name)).toHaveCount(0);
  await startEvent(page);
  await expect(page.getByText("Dormant", { exact: true })).toBeVisible();
  for (const name of ["Start", "Resume"]) await expect(button(page, name)).toHaveCount(0);

  await button(page, "Pause").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await button(page, "Pause").click();
  await page.getByLabel("Message to waiting visitors").fill("Back at ten");
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  await expect(page.getByText("Visitors see: “Back at ten”")).toBeVisible();
  await expect(button(page, "Pause")).toHaveCount(0);
  await button(page, "Resume").click();
  await expect(page.getByText("Visitors see:")).toHaveCount(0);
  await expect(button(page, "Pause")).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "Stop Harbour?" });
  await button(page, "Stop").click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(button(page, "Pause")).toBeVisible();
  await button(page, "Stop").click();
  await expect(dialog.getByRole("button", { name: "Stop the run" })).toBeDisabled();
  await dialog.getByLabel(/^Type Harbour/).fill("Harbour");
  await page.route(`**${path}`, (route) => route.abort());
  await dialog.getByRole("button", { name: "Stop the run" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The console is not responding.");
  await page.unroute(`**${path}`);
  await dialog.getByRole("button", { name: "Stop the run" }).click();
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  await expect(button(page, "Start a new run")).toBeVisible();
  for (const name of ["Pause", "Stop"]) await expect(button(page, name)).toHaveCount(0);
});

test("an outflow is sent only once it is set, and can be taken back", async ({ page }) => {
  // What was heard is pressed no second time, on a message at the edge of the page neither.
  await page.addInitScript(() => {
    const countMade = ({ isTrusted }: Event) => {
      if (!isTrusted) document.documentElement.dataset["pressedAgain"] = "";
    };
    addEventListener("click", countMade, true);
  });
  await createHarbour(page);
  await startEvent(page);
  // Beside the controls it was below the fold.
  await page.setViewportSize({ width: 1_440, height: 900 });
  await page.evaluate(() => scrollTo(0, 0));
  const keys = page.getByRole("list", { name: "Keyboard shortcuts" });
  await expect(keys).toBeInViewport({ ratio: 1 });
  const outflow = page.getByRole("textbox", { name: /^Outflow/ });
  const before = Number(await outflow.inputValue());
  const words = (figure: number) => figure.toLocaleString("en-US");
  await expect(button(page, "Set outflow")).toBeDisabled();
  await button(page, "+100%").click();
  await expect(outflow).toHaveValue(words(before * 2));
  await button(page, "−50%").click();
  await expect(button(page, "Set outflow")).toBeDisabled();
  await button(page, "−50%").click();
  await expect(outflow).toHaveValue(words(before / 2));
  await button(page, `Set to ${words(before / 2)} per minute`).click();
  await expect(page.getByText(`Outflow set to ${words(before / 2)} per minute`)).toBeVisible();
  await expect(button(page, "Set outflow")).toBeDisabled();
  await button(page, "Undo").click();
  await expect(outflow).toHaveValue(words(before));
  await expectInForce(page);
  await expect(page.locator("html")).not.toHaveAttribute("data-pressed-again");
});

test("state, figures and a pause stay in sight while the page is scrolled, and cover no focus", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await startEvent(page);
  const bar = page.getByRole("region", { name: "State and controls" });
  for (const viewport of [
    { width: 1_440, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(path);
    await page.getByText("Find a visitor").first().scrollIntoViewIfNeeded();
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expect(bar).toContainText("Dormant");
    await expect(bar).toContainText("Waiting");
    await expectAccessible(page);
    await page.getByRole("link", { name: "About this page" }).focus();
    expect(await coveredFocus(page, 40)).toEqual([]);
  }
  await page.getByText("Find a visitor").first().scrollIntoViewIfNeeded();
  await bar.getByRole("button", { name: "Pause the event" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pause this event?" });
  await dialog.getByLabel("Message to waiting visitors").fill("Back at ten");
  // A screen that shows all of the page, as a turned phone may, has no bar: the dialog, once a part of it, stays.
  await page.setViewportSize({ width: 1_440, height: 3_000 });
  await expect(page.locator("[data-slot=live-bar]")).toHaveCount(0);
  await expect(dialog.getByLabel("Message to waiting visitors")).toHaveValue("Back at ten");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Visitors see: “Back at ten”")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText("Find a visitor").first().scrollIntoViewIfNeeded();
  await expect(bar.getByRole("button", { name: "Resume the event" })).toBeVisible();
  await bar.getByRole("link", { name: "Controls" }).click();
  await expect(button(page, "Resume")).toBeInViewport();
});

/** What has the focus while the Tab key is pressed so often, and something else lies on. */
async function coveredFocus(page: Page, times: number): Promise<string[]> {
  const covered: string[] = [];
  for (let step = 0; step < times; step += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return null;
      const { x, y, width, height } = focused.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      const bar = document.querySelector("[data-slot=live-bar]");
      const isCovered = bar?.contains(top) === true && !bar.contains(focused);
      return isCovered ? focused.outerHTML.slice(0, 200) : null;
    });
    if (name !== null) covered.push(name);
  }
  return covered;
}

test("an outflow of more than twice as much is asked about first, by keyboard too", async ({
  page,
}) => {
  await createHarbour(page);
  await startEvent(page);
  const outflow = page.getByRole("textbox", { name: /^Outflow/ });
  const before = Number(await outflow.inputValue());
  const words = (before * 10).toLocaleString("en-US");
  const dialog = page.getByRole("dialog", { name: `Raise the outflow to ${words}?` });
  const raise = async () => {
    await outflow.fill(String(before * 10));
    await outflow.press("Enter");
    await expect(dialog).toContainText("Nobody is waiting");
  };
  await raise();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(outflow).toHaveValue(String(before));
  await raise();
  await dialog.getByRole("button", { name: `Set to ${words} per minute` }).click();
  await expect(page.getByText("Undo doesn't call back visitors already admitted.")).toBeVisible();
  await expect(outflow).toHaveValue(words);
  await expectInForce(page);
});

test("the stock begins with what is counted, and can be left as it is", async ({ page }) => {
  await createHarbour(page);
  await startEvent(page);
  const open = () => page.getByRole("button", { name: /^Stock/ }).click();
  const dialog = page.getByRole("dialog", { name: "Stock" });
  const units = dialog.getByRole("textbox", { name: /^Stock/ });
  await open();
  await expect(units).toHaveValue("");
  await dialog.getByRole("button", { name: "Set stock" }).click();
  await expect(dialog.getByText("This field is required.").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await open();
  await units.fill("40");
  await dialog.getByRole("button", { name: "Set stock" }).click();
  await expect(page.getByText("40 left")).toBeVisible();
  await open();
  await expect(units).toHaveValue("40");
});

test("what holds the line back is said above the figures, and old figures are called old", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await startEvent(page);
  const snapshotUrl = `/api/v1${path}/snapshot`;
  // The console's own answer, with what only a failure, a slow site or a sale brings about.
  const live: EventLive = await page.evaluate(
    (url) => fetch(url).then((response) => response.json()),
    snapshotUrl,
  );
  const governor = { healthUrl: "http://shop.localhost/health", timeoutMs: 500 };
  let change: Partial<NonNullable<EventLive["snapshot"]>> = { recovering: true };
  let governed: EventLive["governor"] = null;
  await page.route(`**${snapshotUrl}`, (route) => {
    const snapshot = live.snapshot && { ...live.snapshot, ...change };
    return route.fulfill({
      json: { ...live, event: { ...live.event, governor }, snapshot, governor: governed },
    });
  });
  await expect(
    page.getByText(/recovering from data loss in Redis.*Nobody is admitted/),
  ).toBeVisible();
  change = { stock: 0 };
  await expect(page.getByText(/^All units are reserved/)).toBeVisible();
  change = { stock: 0, soldOut: true };
  await expect(page.getByText(/^Everything is sold/)).toBeVisible();
  change = { outflowPerMinute: 7 };
  await expect(
    page.getByText(/^Your site is slow. The governor has lowered the outflow to 7 of/),
  ).toBeVisible();
  governed = { reason: "learning" };
  await expect(
    page.getByText(
      /^The governor is learning your site. The governor has lowered the outflow to 7 of/,
    ),
  ).toBeVisible();
  governed = { reason: "failing" };
  await expect(
    page.getByText(/^Your site is not responding. The governor has lowered the outflow to 7 of/),
  ).toBeVisible();
  governed = { reason: "growing" };
  await expect(
    page.getByText(/^Your site has recovered. The governor has lowered the outflow to 7 of/),
  ).toBeVisible();
  change = { stock: 12 };
  await expect(page.getByText("12 units left.")).toBeVisible();
  await expect(
    page.getByText(/^(Everything is sold|Your site is slow|The line is recovering)/),
  ).toHaveCount(0);

  await page.unroute(`**${snapshotUrl}`);
  await page.route(`**${snapshotUrl}`, (route) => route.abort());
  await expect(page.getByText(/these figures are out of date/)).toBeVisible();
  await expect(page.getByText(/No response for \d+ s, retrying/)).toBeVisible();
  await expect(button(page, "Pause")).toBeEnabled();
  await page.unroute(`**${snapshotUrl}`);
  await expect(page.getByText(/Live · updated/)).toBeVisible();
  await expect(page.getByText(/these figures are out of date/)).toHaveCount(0);
});
