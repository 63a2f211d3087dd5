import { expect, type Page } from "@playwright/test";
import { chooseOption, expectAccessible, hearing } from "./console";
import { createHarbour, test } from "./signed-in";

/** Opens the settings of a new event with its bots held back. */
async function openSettings(page: Page): Promise<void> {
  const path = await createHarbour(page);
  await page.goto(`${path}/settings/limits`);
  const isOn = page.getByLabel("Bot protection");
  if (!(await isOn.isChecked())) await page.getByText("Bot protection").click();
  await expect(isOn).toBeChecked();
  await openAdvanced(page);
}

async function openAdvanced(page: Page): Promise<void> {
  await (await hearing(page.locator("summary", { hasText: "Advanced" }))).click();
}

const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
};

test("an operator writes rules, tries a visitor on them, and puts them in another order", async ({
  page,
}) => {
  await openSettings(page);
  const add = page.getByRole("button", { name: "Add rule" });
  await add.click();
  const first = page.getByRole("group", { name: "Rule 1", exact: true });
  await first.getByLabel("Rule name").fill("Tools");
  await first.getByLabel("Values").fill("curl\nwget");
  await chooseOption(first, "Then", /^Block/);
  await first.getByRole("textbox", { name: /^Reason/ }).fill("By browser only.");
  await expect(first).toContainText(
    "If the user agent contains “curl” or “wget”, the visitor is blocked: “By browser only.”.",
  );

  await add.click();
  const second = page.getByRole("group", { name: "Rule 2", exact: true });
  await second.getByLabel("Rule name").fill("Office");
  await chooseOption(second, "Match on", /^IP address/);
  await second.getByLabel("Values").fill("203.0.113.0/24");
  await chooseOption(second, "Then", /^Bypass the line/);

  const tester = page.getByRole("group", { name: "Test rules" });
  await tester.getByLabel("Visitor IP address").fill("203.0.113.9");
  await expect(tester.getByRole("status")).toContainText(
    "“Office” decides: the visitor bypasses the line",
  );
  await tester.getByLabel("User agent").fill("curl/8");
  await expect(tester.getByRole("status")).toContainText("“Tools” decides");

  await page.getByRole("button", { name: "Move rule 2 up" }).click();
  await expect(tester.getByRole("status")).toContainText("“Office” decides");
  await tester.getByLabel("Visitor IP address").fill("198.51.100.1");
  await expect(tester.getByRole("status")).toContainText(
    "“Office” does not decide: not true that the address is in “203.0.113.0/24”.",
  );
  await save(page);
  await page.reload();
  await openAdvanced(page);
  await expect(page.getByRole("group", { name: "Rule 1", exact: true })).toContainText(
    "the address is in",
  );
  await expect(page.getByRole("group", { name: "Rule 2", exact: true })).toContainText(
    "No matches",
  );
  await page.getByRole("button", { name: "Remove rule 1" }).click();
  await expect(page.getByRole("button", { name: "Remove rule 2" })).toHaveCount(0);
});

test("the form says what is wrong with a rule, and nobody waits falsely by a score alone", async ({
  page,
}) => {
  await openSettings(page);
  await page.getByRole("button", { name: "Add rule" }).click();
  const rule = page.getByRole("group", { name: "Rule 1", exact: true });
  await chooseOption(rule, "Match on", /^Bot score/);
  await rule.getByRole("textbox", { name: /^Below/ }).fill("20");
  await rule.getByRole("textbox", { name: /^Below/ }).blur();
  await chooseOption(rule, "Then", /^Send to the false queue/);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(rule).toContainText("This field is required.");
  await rule.getByLabel("Rule name").fill("Score");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(rule).toContainText("The false queue can't rely on a bot score alone");
});

test("a level says what it changes before it is saved, and leaves an own rule", async ({
  page,
}) => {
  await openSettings(page);
  await page.getByRole("button", { name: "Add rule" }).click();
  const own = page.getByRole("group", { name: "Rule 1", exact: true });
  await own.getByLabel("Rule name").fill("Office");
  await chooseOption(own, "Match on", /^IP address/);
  await own.getByLabel("Values").fill("203.0.113.0/24");
  await chooseOption(own, "Then", /^Bypass the line/);
  await save(page);
  const level = (name: string) => page.getByRole("radio", { name });
  await expect(level("Standard")).toBeChecked();
  await expect(level("Standard")).toHaveAccessibleName(/Current/);

  await page.getByText("Under attack", { exact: true }).click();
  await expect(page.getByText("Saving changes 7 of these 9 lines.")).toBeVisible();
  await expect(
    page.getByText(/^Before: 10 per minute, 20 per run →, after saving: 3/),
  ).toBeVisible();
  await expect(page.getByRole("group", { name: "Rule 3", exact: true })).toContainText(
    "the user agent contains “curl” or “wget”",
  );
  await expect(own).toContainText("203.0.113.0/24");
  await expectAccessible(page);
  await save(page);
  await expect(level("Under attack")).toHaveAccessibleName(/Current/);
  await expect(page.getByText("This is what is saved.")).toBeVisible();

  await page.getByRole("textbox", { name: /^Difficulty/ }).fill("12");
  await expect(level("Custom")).toBeChecked();
  await page.getByText("Standard", { exact: true }).click();
  await save(page);
  await page.reload();
  await expect(level("Standard")).toBeChecked();
  await expect(page.getByText("Per IPv6 /48")).toHaveCount(0);
});
