import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { chooseOption, hearing, pauseEvent, startEvent, tick } from "./console";
import { leaveLine } from "./leave-line";
import { createEvent, makeSecretAndKey, signUp } from "./prepared";
import { ROOM } from "./site";

test("an operator adds a lane and gives out codes; a visitor with a code stands in it, as the live page shows", async ({
  page,
}) => {
  const { customerId } = await signUp(page);
  await createEvent(page, {
    name: "Members first",
    eventId: "members",
    targetUrl: "http://shop.localhost/tickets",
    allowedHosts: [],
  });
  await makeSecretAndKey(page);

  await page.goto("/events/members/settings/order");
  await (await hearing(page.getByRole("button", { name: "Add lane" }))).click();
  await page.getByRole("textbox", { name: /^Lane/ }).last().fill("Members");
  await page.getByRole("button", { name: "Move lane 2 up" }).click();
  await tick(page.getByLabel("Queue all"));
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();

  await page.goto("/events/members/access-codes");
  await page.getByRole("button", { name: "Create codes" }).click();
  await page.getByLabel("Batch name").fill("Fan club");
  await chooseOption(page, "Lane", /^Members/);
  await page.getByRole("dialog").getByRole("button", { name: "Create codes" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download file" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  const code = csv.split("\r\n")[1]?.split(",")[0] ?? "";
  await page.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText("Fan club")).toBeVisible();

  await page.goto("/events/members");
  await startEvent(page);
  await pauseEvent(page);

  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error("The operator's page has no browser.");
  const visitor = await context.newPage();
  await visitor.goto(`${ROOM}/?c=${customerId}&e=members`);
  await expect(visitor.locator("#number")).toHaveText("1");
  await visitor.getByRole("link", { name: "I have an access code" }).click();
  await visitor.getByLabel("Access code").fill(code.toLowerCase());
  await visitor.getByRole("button", { name: "Join with this code" }).click();
  await expect(visitor.locator("#number")).toHaveText("1");
  // Each lane shows its own figures, and the visitor has moved from one to the other.
  const lanes = page.getByRole("list", { name: "Lanes" }).getByRole("listitem");
  await expect(lanes).toHaveCount(2);
  const waiting = (index: number) => lanes.nth(index).getByRole("definition").first();
  await expect(lanes.first()).toContainText("Members");
  await expect(waiting(0)).toHaveText("1");
  await expect(waiting(1)).toHaveText("0");
  await expect(lanes.nth(1)).toContainText("Default");
  await expect(page.getByText(/^as of \d\d:\d\d:\d\d/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(lanes.first().getByText("Serving number")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await leaveLine(visitor);
  await context.close();
});
