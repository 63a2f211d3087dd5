import { expect, type Page, test } from "@playwright/test";
import { chooseOption, createEvent, expectAsked } from "./console";
import { addQueueRule, signUp } from "./prepared";

async function newEvent(page: Page, eventId: string): Promise<void> {
  const targetUrl = "http://shop.localhost/tickets";
  await createEvent(page, { name: `Event ${eventId}`, eventId, targetUrl, allowedHosts: [] });
}

test("the form of a rule asks only for what its conditions and its action need", async ({
  page,
}) => {
  await signUp(page);
  await newEvent(page, "one");
  await page.goto("/rules/new");
  const more = page.getByText("More options");
  await more.click();
  await expectAsked(page, { yes: ["Event"], no: ["Additional events"] });
  await newEvent(page, "two");
  await page.goto("/rules/new");
  await more.click();
  await expectAsked(page, { yes: ["Event", "Additional events"], no: [] });
  const further = page.getByRole("group", { name: "Additional events" }).getByRole("checkbox");
  await expect(further).toHaveCount(1);
  await further.focus();
  await page.keyboard.press("Space");
  await expect(further).toBeChecked();

  const value = page.getByLabel("Value", { exact: true });
  const warning = page.getByText(/matches every request/i);
  await expect(warning).toHaveCount(0);
  await value.fill("*");
  await expect(warning).toBeVisible();
  await value.fill("/tickets");
  await expect(warning).toHaveCount(0);
  await expectAsked(page, { yes: [], no: ["Cookie name", "Header name"] });
  await chooseOption(page, "Match on", /^Cookie/);
  await expectAsked(page, { yes: ["Cookie name"], no: ["Header name"] });
  await chooseOption(page, "Match on", /^Header/);
  await expectAsked(page, { yes: ["Header name"], no: ["Cookie name"] });
  await chooseOption(page, "Match on", /^User agent/);
  await expectAsked(page, { yes: [], no: ["Cookie name", "Header name"] });
  const caveat = page.getByText(/^Many connectors can't see the request body/);
  await expect(caveat).toHaveCount(0);
  await chooseOption(page, "Match on", /^Request body/);
  await expect(caveat).toBeVisible();
  await chooseOption(page, "Operator", /^is any of/);
  await expectAsked(page, { yes: ["Values"], no: ["Value"] });
  await chooseOption(page, "Operator", /^is$/);
  await expect(value).toHaveValue("/tickets");

  const removeCondition = page.getByRole("button", { name: /^Remove condition/ });
  const removeTrigger = page.getByRole("button", { name: /^Remove trigger/ });
  await expect(removeCondition).toHaveCount(0);
  await page.getByRole("button", { name: "Add condition" }).click();
  await expect(removeCondition).toHaveCount(2);
  await removeCondition.last().click();
  await expect(removeCondition).toHaveCount(0);
  await expect(removeTrigger).toHaveCount(0);
  await page.getByRole("button", { name: "Add an alternative (OR)" }).click();
  await expect(removeTrigger).toHaveCount(2);
  await removeTrigger.first().click();
  await expect(removeTrigger).toHaveCount(0);

  await expectAsked(page, {
    yes: ["Always show the waiting page", "Cookie domain"],
    no: ["Fixed URL"],
  });
  await chooseOption(page, "After waiting, go to", /^A fixed/);
  await expectAsked(page, { yes: ["Fixed URL"], no: [] });
  await page.getByRole("radio", { name: /^Cancel/ }).check({ force: true });
  await expectAsked(page, {
    yes: ["Event", "Cookie domain"],
    no: ["Always show the waiting page", "Fixed URL"],
  });
  await page.getByRole("radio", { name: /^Ignore/ }).check({ force: true });
  await expectAsked(page, { yes: [], no: ["Event", "Additional events", "Cookie domain"] });

  await chooseOption(page, "Match on", /^Cookie/);
  await value.fill("yes");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByLabel("Cookie name", { exact: true })).toBeFocused();
  await expect(page.getByText("Enter the cookie name.")).toBeVisible();
  await expect(value).toHaveValue("yes");
});

test("rules are tried in their order, and what is not published yet is counted", async ({
  page,
}) => {
  await signUp(page);
  await newEvent(page, "one");
  await addQueueRule(page, { name: "Tickets", value: "/tickets", eventId: "one" });
  await addQueueRule(page, { name: "Shop", value: "/t", eventId: "one" });
  await page.goto("/rules");
  const rule = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  const order = page.getByRole("list", { name: "Rules in order" }).getByRole("link");
  const publishing = page.getByRole("region", { name: "Publishing" });
  const publish = publishing.getByRole("button", { name: /^Publish version/ });

  const address = page.getByLabel("Request", { exact: true });
  await address.fill("shop.example.com/tickets");
  await expect(page.getByText("This begins like no request.")).toBeVisible();
  await address.fill("shop.example.com:443/tickets");
  await expect(page.getByText("This begins like no request.")).toBeVisible();
  await address.fill("https://shop.example.com/tickets");
  await expect(page.getByText("Rule 1 “Tickets” applies: the visitor goes")).toBeVisible();
  await expect(rule("Tickets").getByText("Applies", { exact: true })).toBeVisible();
  await expect(rule("Shop").getByText("Matches, not reached")).toBeVisible();
  await expect(page.getByRole("button", { name: "Move Tickets up" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Move Shop down" })).toBeDisabled();
  await page.getByRole("button", { name: "Move Shop up" }).click();
  await expect(order).toHaveText(["Shop", "Tickets"]);
  await expect(rule("Shop").getByText("Applies", { exact: true })).toBeVisible();
  await address.fill("https://shop.example.com/about");
  await expect(page.getByText(/^No rule matches/)).toBeVisible();

  await expect(publishing.getByText("2 unpublished changes")).toBeVisible();
  await publishing.getByText("Changes for connectors").click();
  await expect(publishing.getByRole("listitem").first()).toContainText("Shop");
  // While the new order is on its way.
  await page.getByRole("button", { name: "Move Shop down" }).click();
  await publish.click();
  await expect(publishing.getByText("All changes published")).toBeVisible();
  await expect(publish).toHaveCount(0);
  await expect(order).toHaveText(["Tickets", "Shop"]);
  await address.fill("https://shop.example.com/tickets");
  await page.getByRole("button", { name: "Move Shop up" }).click();
  await expect(publishing.getByText("Moved")).toBeVisible();
  await expect(page.getByText("Rule 1 “Shop” applies: the visitor goes")).toBeVisible();
  await chooseOption(page, "Rules", /^Published version 1$/);
  await expect(page.getByText("Rule 1 “Tickets” applies: the visitor goes")).toBeVisible();

  const dialog = page.getByRole("dialog", { name: "Delete Shop?" });
  await page.getByRole("button", { name: "Delete Shop" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(order).toHaveCount(2);
  await page.getByRole("button", { name: "Delete Shop" }).click();
  await page.route("**/rules", (route) => route.abort());
  await dialog.getByRole("button", { name: "Delete rule" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(/^The console is not responding/);
  await page.unroute("**/rules");
  await dialog.getByRole("button", { name: "Delete rule" }).click();
  await expect(order).toHaveText(["Tickets"]);
  await expect(publishing.getByText("was rule 2")).toBeVisible();
});
