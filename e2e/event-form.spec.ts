import { expect, type Page } from "@playwright/test";
import {
  chooseOption,
  expectAsked,
  expectInForce,
  fillNewEvent,
  hearing,
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
    no: ["Start", "Pre-queue", "Order of the pre-queue", "Visitors see"],
  });
  await radio(page, "Scheduled");
  await expectAsked(page, {
    yes: ["Start", "End", "Pre-queue", "Order of the pre-queue", "Message"],
    no: ["Where the value comes from", "Addresses of the round", "Send visitors to"],
  });
  await chooseOption(page, "Order of the pre-queue", /you type in/);
  await expectAsked(page, { yes: ["Where the value comes from"], no: ["Addresses of the round"] });
  await chooseOption(page, "Order of the pre-queue", /another public beacon/);
  await expectAsked(page, { yes: ["Addresses of the round"], no: ["Where the value comes from"] });
  await radio(page, "Another page");
  await expectAsked(page, { yes: ["Send visitors to"], no: ["Message"] });
  await radio(page, "Always on");
  await expectAsked(page, { yes: [], no: ["Start", "Addresses of the round", "Send visitors to"] });

  await page.goto(`${path}/settings/order`);
  await expectAsked(page, { yes: ["Queueing method", "Admission"], no: ["Held for"] });
  await chooseOption(page, "Queueing method", /^Random/);
  await expect(page.getByText("No place is shown.")).toBeVisible();
  await chooseOption(page, "Admission", /^A share goes in/);
  await expectAsked(page, { yes: ["Let in", "Held for"], no: ["Steepness", "Its name"] });
  await chooseOption(page, "Admission", /^A share that falls/);
  await expectAsked(page, { yes: ["Half goes in at", "Steepness", "Held for"], no: ["Let in"] });
  await chooseOption(page, "One visitor is one", /^Header/);
  await expectAsked(page, { yes: ["Its name"], no: [] });
  await chooseOption(page, "One visitor is one", /^Network address/);
  await expectAsked(page, { yes: [], no: ["Its name"] });
  await chooseOption(page, "Admission", /^Everybody/);
  await expectAsked(page, { yes: [], no: ["Held for", "One visitor is one"] });

  await page.goto(`${path}/settings/admission`);
  await expectAsked(page, { yes: ["Outflow"], no: ["It answers within"] });
  const health = page.getByLabel("Health URL for the governor");
  await health.fill("https://shop.example.com/health");
  await expectAsked(page, { yes: ["It answers within"], no: [] });
});

test("a lane that is removed is nobody's default any more, and the last lane stays", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await page.goto(`${path}/settings/order`);
  const names = page.getByRole("textbox", { name: /^Lane/ });
  const remove = page.getByRole("button", { name: /^Remove lane/ });
  await expect(remove).toHaveCount(0);
  await expectAsked(page, { yes: [], no: ["How slots are divided"] });

  const add = await hearing(page.getByRole("button", { name: "Add a lane" }));
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

  await expectAsked(page, { yes: ["How slots are divided"], no: ["Share"] });
  await chooseOption(page, "How slots are divided", /^Weighted/);
  await expectAsked(page, { yes: ["Share"], no: [] });
  await chooseOption(page, "How slots are divided", /^Ordered/);
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
  await expect(page.getByText(/only a to z and 0 to 9: the id becomes/)).toBeVisible();
  await expect(id).toBeFocused();

  await id.fill("refused");
  await create.click();
  await expect(page.getByText(/^Write the whole address/)).toBeVisible();
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
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("button", { name: "Stop" })).toBeVisible();
  await page.goto(`${path}/settings/schedule`);
  await expect(page.getByRole("radio", { name: /^Scheduled/ })).toBeDisabled();
  await page.goto(`${path}/settings/order`);
  await expect(page.getByLabel("Queueing method")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a lane" })).toHaveCount(0);
  await page.goto(`${path}/settings/general`);
  await expect(page.getByLabel("Event id")).not.toBeEditable();
  await name.fill("Harbour Open");
  await save.click();
  await expectInForce(page);
});
