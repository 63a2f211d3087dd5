import { expect, type Page, test } from "@playwright/test";
import { startDemoShop } from "@/tools/demo-shop/server";
import { chooseOption, createEvent, expectAccessible, publish } from "./console";
import { addQueueRule, makeEvent, signUp } from "./prepared";
import { prepareSite } from "./site";

const ruleNames = (page: Page) =>
  page.getByRole("list", { name: "Rules in order" }).getByRole("link");

/** A customer with an event named Harbour and rules on these paths, named after them. */
async function withRules(page: Page, ...paths: string[]): Promise<void> {
  await signUp(page);
  const targetUrl = "http://shop.localhost/tickets";
  await makeEvent(page, { name: "Harbour", eventId: "harbour", targetUrl, allowedHosts: [] });
  for (const value of paths)
    await addQueueRule(page, { name: value.slice(1), value, eventId: "harbour" });
  await page.goto("/rules");
}

test("the common rule takes three fields, and is said as a sentence", async ({ page }) => {
  await signUp(page);
  await page.goto("/rules");
  await expect(page.getByText("No rules yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Create an event first" })).toBeVisible();
  const targetUrl = "http://shop.localhost/tickets";
  await createEvent(page, { name: "Harbour", eventId: "harbour", targetUrl, allowedHosts: [] });
  await createEvent(page, { name: "Opera", eventId: "opera", targetUrl, allowedHosts: [] });
  await page.goto("/rules");
  await page.getByRole("link", { name: "Add rule" }).click();
  await page.getByLabel("Value", { exact: true }).fill("/tickets");
  await page.getByRole("radio", { name: /^Queue/ }).check({ force: true });
  await chooseOption(page, "Event", /^Harbour/);
  await expect(page.getByText("Leave empty to use “/tickets”.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add rule" }).click();
  await page.waitForURL(/\/rules$/);
  const first = page.getByRole("list", { name: "Rules in order" }).getByRole("listitem");
  await expect(first).toContainText(
    "When the path contains /tickets, visitors go through the waiting room of Harbour.",
  );

  await page.getByRole("link", { name: "/tickets" }).click();
  await chooseOption(page, "Operator", /^does not contain$/);
  await page.getByText("More options").click();
  await page.getByLabel("Cookie domain").fill("not a domain");
  await page.getByText("More options").click();
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByText("Enter a cookie domain such as shop.example.com.")).toBeVisible();
  await page.getByLabel("Cookie domain").fill(".example.com");
  await page.getByRole("button", { name: "Save rule" }).click();
  await page.waitForURL(/\/rules$/);
  await expect(first).toContainText("When the path does not contain /tickets, visitors go");
});

test("two people at one rule: the second one is told what it says now, and loses nothing", async ({
  page,
}) => {
  await withRules(page, "/tickets");
  await page.goto("/rules");
  await page.getByRole("link", { name: "tickets" }).click();
  const value = page.getByLabel("Value", { exact: true });
  await expect(value).toHaveValue("/tickets");
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());
  await colleague.getByLabel("Value", { exact: true }).fill("/theirs");
  await colleague.getByRole("button", { name: "Save rule" }).click();
  await colleague.waitForURL(/\/rules$/);
  await value.fill("/mine");
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "changed this rule" })).toContainText(
    "Queue → harbour, when the path contains “/theirs”",
  );
  await expect(value).toHaveValue("/mine");
});

test("rules are put in order by keyboard and by mouse, and each move is announced", async ({
  page,
}) => {
  await withRules(page, "/a", "/b", "/c");
  const announced = (text: RegExp) =>
    expect(page.locator("[aria-live=assertive]").filter({ hasText: text })).toHaveCount(1);
  const handle = page.getByRole("button", { name: "Move c", exact: true });
  await handle.focus();
  await page.keyboard.press("Space");
  await announced(/^c picked up, rule 3 of 3/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await announced(/^c: rule 1 of 3/);
  await page.keyboard.press("Escape");
  await announced(/^c is back as rule 3/);
  await expect(ruleNames(page)).toHaveText(["a", "b", "c"]);
  await page.keyboard.press("Space");
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await announced(/^c is now rule 1 of 3/);
  await expect(ruleNames(page)).toHaveText(["c", "a", "b"]);
  await expect(handle).toBeFocused();
  await page.reload();
  await expect(ruleNames(page)).toHaveText(["c", "a", "b"]);

  await page.getByRole("button", { name: "Move c", exact: true }).hover();
  await page.mouse.down();
  const last = await page.getByRole("button", { name: "Move b", exact: true }).boundingBox();
  if (last === null) throw new Error("The last rule is not to be seen.");
  await page.mouse.move(last.x + 5, last.y + 5, { steps: 5 });
  await page.mouse.up();
  await expect(ruleNames(page)).toHaveText(["a", "b", "c"]);
  await page.reload();
  await expect(ruleNames(page)).toHaveText(["a", "b", "c"]);
});

const CURL = `curl ^"https://shop.example.com/b/seats?day=2^" ^
  -H ^"User-Agent: Mozilla/5.0^" ^
  -b ^"lang=en; QueueITAccepted-SDFrts345E-V3_harbour=x^"`;

test("a pasted request shows which rule decides and why the ones before do not", async ({
  page,
}) => {
  await withRules(page, "/a", "/b", "/seats");
  const request = page.getByLabel("Request", { exact: true });
  const tried = page.getByRole("list", { name: "Rules checked" });
  await request.fill(CURL);
  await expect(page.getByText("Rule 2 “b” applies: the visitor goes through")).toBeVisible();
  await expect(page.getByText("with 2 headers, 2 cookies.")).toBeVisible();
  await expect(page.getByText(/^The request includes a session cookie of the event/)).toBeVisible();
  await expect(
    tried.getByRole("listitem").filter({ hasText: "1. a: does not match" }),
  ).toContainText("the path contains /a — actual value: /b/seats");
  await expect(tried.getByText("2. b: applies")).toBeVisible();
  await expect(page.getByText("1 later rule was not checked.")).toBeVisible();
  await expectAccessible(page);

  const broken = `${CURL} --frobnicate`;
  await request.fill(broken);
  await expect(page.getByText("The option --frobnicate is not known here.")).toBeVisible();
  await expect(request).toHaveValue(broken);
  await page.getByRole("button", { name: /^Line 3, column \d+$/ }).click();
  await expect(request).toBeFocused();
  await request.fill("GET /nothing HTTP/1.1\nHost: shop.example.com");
  await expect(page.getByText(/^No rule matches/)).toBeVisible();
  await request.fill("https://shop.example.com/x/..%2fb");
  await expect(page.getByText(/^Servers may interpret this URL in 3 ways/)).toBeVisible();
  await expect(page.getByText("Rule 2 “b” applies:")).toBeVisible();
});

test("what is published is seen before, and an earlier version comes back in two clicks", async ({
  page,
}) => {
  await withRules(page, "/tickets");
  await publish(page);
  await page.getByRole("link", { name: "tickets", exact: true }).click();
  await page.getByLabel("Value", { exact: true }).fill("*");
  await page.getByRole("button", { name: "Save rule" }).click();
  await page.waitForURL(/\/rules$/);
  const publishing = page.getByRole("region", { name: "Publishing" });
  await expect(publishing.getByText("1 unpublished change")).toBeVisible();
  await expect(publishing.getByRole("list", { name: "Differences" })).toContainText(
    "Before: the path contains “/tickets”After: the path is not empty",
  );
  await publish(page);

  await page.getByRole("link", { name: "Versions" }).click();
  const versions = page.getByRole("table", { name: /^Published versions/ });
  await expect(versions.getByRole("row").nth(1)).toContainText(/Version 2Live.*1 changed/);
  await versions.getByRole("link", { name: "Version 1" }).click();
  await page.getByRole("button", { name: "Roll back to this version" }).click();
  const dialog = page.getByRole("dialog", { name: "Roll back to version 1?" });
  await expect(dialog.getByRole("list", { name: "Differences" })).toContainText(
    "After: the path contains “/tickets”",
  );
  await dialog.getByRole("button", { name: "Publish as version 3" }).click();
  await page.waitForURL(/\/versions\/3$/);
  await expect(page.getByText("(same as version 1)")).toBeVisible();
  await expectAccessible(page);
  for (const path of ["/rules/versions/4", "/docs/nothing", "/events/harbour/settings/nothing"])
    expect((await page.goto(path))?.status(), path).toBe(404);

  await page.goto("/rules");
  await expect(publishing.getByText("1 unpublished change")).toBeVisible();
  await publishing.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
  await expect(publishing.getByText("All changes published")).toBeVisible();
  await expect(page.getByRole("list", { name: "Rules in order" })).toContainText(
    "When the path contains /tickets",
  );
});

test("a version says which connectors run it, as they pull", async ({ page }) => {
  const site = await prepareSite(page, "/tickets");
  await page.goto("/rules");
  await expect(page.getByText("No connector has fetched the rules yet.")).toBeVisible();
  const shop = await startDemoShop({ port: site.port, ...site.connector });
  try {
    const running = page
      .getByRole("table", { name: /^Published versions/ })
      .getByRole("row")
      .filter({ hasText: "1 connector" });
    await expect(async () => {
      await page.goto("/rules/versions");
      await expect(page.getByText("Your connector runs version 1.")).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    await expect(running).toContainText("Version 1");
    await addQueueRule(page, { name: "Seats", value: "/seats", eventId: "springsale" });
    await publish(page);
    await expect(async () => {
      await page.goto("/rules/versions");
      await expect(running).toContainText("Version 2", { timeout: 1_000 });
    }).toPass();
    await page.getByRole("link", { name: "Version 2" }).click();
    await expect(page.getByText(/^stanchion-node\//)).toBeVisible();
  } finally {
    await shop.close();
  }
});
