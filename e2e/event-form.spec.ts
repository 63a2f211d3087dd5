import { expect, type Page } from "@playwright/test";
import {
  chooseOption,
  expectAsked,
  expectInForce,
  fillNewEvent,
  hearing,
  pressStart,
  saveSection,
} from "./console";
import { createHarbour, test } from "./signed-in";

const radio = async (page: Page, name: string) => {
  await hearing(page.getByRole("radio", { name: new RegExp(`^${name}`) }));
  await page.getByText(name, { exact: true }).click();
};

test("the sections of an event ask only for what its other answers need", async ({ page }) => {
  const path = await createHarbour(page);
  await page.goto(`${path}/settings/schedule`);
  await expectAsked(page, {
    yes: ["Kind"],
    no: ["Start", "Pre-queue", "Pre-queue order", "Visitors see"],
  });
  await radio(page, "Scheduled");
  await expectAsked(page, {
    yes: ["Start", "End", "Pre-queue", "Pre-queue order", "Message"],
    no: ["Source of the value", "Round URLs", "Redirect to"],
  });
  await chooseOption(page, "Pre-queue order", /you enter/);
  await expectAsked(page, { yes: ["Source of the value"], no: ["Round URLs"] });
  await chooseOption(page, "Pre-queue order", /another public beacon/);
  await expectAsked(page, { yes: ["Round URLs"], no: ["Source of the value"] });
  await radio(page, "Another page");
  await expectAsked(page, { yes: ["Redirect to"], no: ["Message"] });
  await radio(page, "Always on");
  await expectAsked(page, { yes: [], no: ["Start", "Round URLs", "Redirect to"] });

  await page.goto(`${path}/settings/order`);
  await expectAsked(page, { yes: ["Queueing method", "Admission"], no: ["Retry after"] });
  await chooseOption(page, "Queueing method", /^Random/);
  await expect(page.getByText("Places are hidden.")).toBeVisible();
  await chooseOption(page, "Admission", /^Admit a fixed share/);
  await expectAsked(page, { yes: ["Admit", "Retry after"], no: ["Steepness", "Name"] });
  await chooseOption(page, "Admission", /^Admit a share that falls/);
  await expectAsked(page, { yes: ["50 % admitted at", "Steepness", "Retry after"], no: ["Admit"] });
  await chooseOption(page, "Identify visitors by", /^Request header/);
  await expectAsked(page, { yes: ["Name"], no: [] });
  await chooseOption(page, "Identify visitors by", /^Network address/);
  await expectAsked(page, { yes: [], no: ["Name"] });
  await chooseOption(page, "Admission", /^Everyone queues/);
  await expectAsked(page, { yes: [], no: ["Retry after", "Identify visitors by"] });

  await page.goto(`${path}/settings/admission`);
  await expectAsked(page, { yes: ["Outflow"], no: ["Response timeout"] });
  const health = page.getByLabel("Health URL");
  await health.fill("https://shop.example.com/health");
  await expectAsked(page, { yes: ["Response timeout"], no: [] });
});

test("a lane that is removed is nobody's default any more, and the last lane stays", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await page.goto(`${path}/settings/order`);
  const names = page.getByRole("textbox", { name: /^Lane/ });
  const remove = page.getByRole("button", { name: /^Remove lane/ });
  await expect(remove).toHaveCount(0);
  await expectAsked(page, { yes: [], no: ["Slot allocation"] });

  const add = await hearing(page.getByRole("button", { name: "Add lane" }));
  for (let count = 2; count <= 8; count += 1) {
    await add.click();
    await expect(names).toHaveCount(count);
  }
  await expect(add).toHaveCount(0);
  for (let count = 7; count >= 2; count -= 1) {
    await page.getByRole("button", { name: `Remove lane ${count + 1}` }).click();
    await expect(names).toHaveCount(count);
  }
  await expect(add).toBeVisible();
  await expect(page.getByRole("button", { name: "Move lane 1 up" })).toBeDisabled();

  await expectAsked(page, { yes: ["Slot allocation"], no: ["Share"] });
  await chooseOption(page, "Slot allocation", /^Weighted/);
  await expectAsked(page, { yes: ["Share"], no: [] });
  await chooseOption(page, "Slot allocation", /^Ordered/);
  await names.nth(1).fill("Members");
  await page.getByRole("button", { name: "Remove lane 1" }).click();
  await expect(names).toHaveCount(1);
  await expect(remove).toHaveCount(0);
  await saveSection(page);
  await page.reload();
  await expect(names).toHaveValue("Members");
});

test("a refused event says why at each field, goes to the first and keeps what was typed", async ({
  page,
}) => {
  await fillNewEvent(page, { name: "Refused", eventId: " No!", targetUrl: "no address" });
  const create = page.getByRole("button", { name: "Create event" });
  const id = page.getByLabel("Event id");
  await expect(id).toHaveValue("no!");
  await create.click();
  await expect(page.getByText(/a–z and 0–9 only. The ID is part/)).toBeVisible();
  await expect(id).toBeFocused();

  await id.fill("refused");
  await create.click();
  await expect(page.getByText(/^Enter a full URL/)).toBeVisible();
  await expect(page.getByLabel("Target URL")).toBeFocused();
  await expect(page.getByRole("alert").filter({ hasText: /\w/ }).first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Refused");
  await expect(id).toHaveValue("refused");
  await expect(page).toHaveURL(/\/events\/new$/);
});

test("a refused section says why at each field, and keeps what was typed", async ({ page }) => {
  const path = await createHarbour(page);
  await page.goto(`${path}/settings/general`);
  await page.getByLabel("Name", { exact: true }).fill("Harbour Days");
  await page.getByLabel("Allowed target hosts").fill("shop.example.com\nno host at all");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(/^Line 2: /)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Harbour Days");
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Harbour");
});

test("settings are saved only when they changed, and what an open event cannot change is closed", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await page.goto(`${path}/settings`);
  const name = page.getByLabel("Name", { exact: true });
  const save = page.getByRole("button", { name: "Save changes" });
  await expect(save).toBeDisabled();
  await name.fill("Harbour Days");
  await expect(save).toBeEnabled();
  await name.fill("Harbour");
  await name.blur();
  await expect(save).toBeDisabled();
  await name.fill("Harbour Days");
  await save.click();
  await expect(page.getByRole("heading", { name: "Harbour Days", level: 1 })).toBeVisible();
  await expect(save).toBeDisabled();

  await page.goto(path);
  await pressStart(page);
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await page.goto(`${path}/settings/schedule`);
  await expect(page.getByRole("radio", { name: /^Scheduled/ })).toBeDisabled();
  await page.goto(`${path}/settings/order`);
  await expect(page.getByLabel("Queueing method")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add lane" })).toHaveCount(0);
  await page.goto(`${path}/settings/general`);
  await expect(page.getByLabel("Event id")).not.toBeEditable();
  await name.fill("Harbour Open");
  await save.click();
  await expectInForce(page);
});
