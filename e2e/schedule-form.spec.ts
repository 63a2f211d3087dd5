import { expect } from "@playwright/test";
import { chooseOption, expectAsked, hearing } from "./console";
import { createHarbour, test } from "./signed-in";

test("the form of a schedule asks for what its recurrence needs, and shows when it happens", async ({
  page,
}) => {
  const path = await createHarbour(page);
  await page.goto(`${path}/schedules`);
  await (await hearing(page.getByRole("button", { name: "Add schedule" }))).click();
  const dialog = page.getByRole("dialog", { name: "Add schedule" });
  const times = dialog.getByRole("list", { name: "Upcoming times of this schedule" });
  const start = dialog.getByLabel("Start", { exact: true });
  await expectAsked(page, {
    yes: ["Weekdays", "Duration", "Exceptions"],
    no: ["Days of month", "Pre-queue"],
  });
  await expect(dialog.getByText("Complete the days and times to see them.")).toBeVisible();
  await expect(start).toHaveAttribute("type", "time");
  await chooseOption(page, "Days", /Monthly/);
  await expectAsked(page, { yes: ["Days of month"], no: ["Weekdays"] });
  await expect(times.getByRole("listitem")).toHaveCount(3);
  await chooseOption(page, "Days", /Daily/);
  await expectAsked(page, { yes: ["Duration"], no: ["Days of month", "Weekdays"] });
  await dialog.getByLabel("Until", { exact: true }).fill("2020-01-01");
  await expect(dialog.getByText("No upcoming times.")).toBeVisible();

  await dialog.getByText("Once", { exact: true }).click();
  await expectAsked(page, {
    yes: ["Start", "End"],
    no: ["Days", "Duration", "Until", "Exceptions"],
  });
  await expect(start).toHaveAttribute("type", "datetime-local");
  await start.fill("2099-05-01T10:00");
  await dialog.getByLabel("End", { exact: true }).fill("2099-05-01T12:00");
  await expect(times.getByRole("listitem")).toHaveCount(1);
  await dialog.getByLabel("End", { exact: true }).fill("2099-05-01T09:00");
  await expect(times).toHaveCount(0);
  await dialog.getByLabel("Name", { exact: true }).fill("Backwards");
  await dialog.getByRole("button", { name: "Save schedule" }).click();
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  await expect(dialog.getByLabel("End", { exact: true })).toBeFocused();
  await dialog.getByLabel("End", { exact: true }).fill("2099-05-01T12:00");
  await dialog.getByRole("button", { name: "Save schedule" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Backwards").first()).toBeVisible();
  await page.getByRole("button", { name: "Remove Backwards" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No schedules yet")).toBeVisible();
});
