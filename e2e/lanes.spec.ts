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

  // A message to the other lane, in two languages, for a while that begins in half a minute.
  const german = await page.context().browser()?.newContext({ locale: "de-AT" });
  const other = await german?.newPage();
  if (german === undefined || other === undefined) throw new Error("There is no second visitor.");
  await other.goto(`${ROOM}/?c=${customerId}&e=members`);
  await expect(other.locator("#number")).toHaveText(/\d/);
  await page.getByRole("button", { name: "Message visitors" }).click();
  const dialog = page.getByRole("dialog", { name: "Message visitors" });
  await dialog.getByLabel("Message", { exact: true }).fill("We go on at ten.");
  await chooseOption(dialog, "Add language", /^Deutsch/);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByLabel("Message: Deutsch").fill("Um zehn geht es weiter.");
  await chooseOption(dialog, "Audience", /Main line/);
  const local = (seconds: number) =>
    new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19);
  await dialog.getByLabel("Show from").fill(local(30));
  await dialog.getByLabel("Show until").fill(local(75));
  await dialog.getByRole("button", { name: "Schedule" }).click();
  const sent = page.getByRole("region", { name: "Message to visitors" });
  await expect(sent).toContainText("Visitors will see");
  await expect(sent).toContainText(/Lane Main line, from .* UTC, until .* UTC.*English, Deutsch/);
  await expect(other.locator("#message-text")).toBeHidden();
  await expect(other.locator("#message-text")).toHaveText("Um zehn geht es weiter.", {
    timeout: 40_000,
  });
  await expect(visitor.locator("#message-text")).toBeHidden();
  await expect(other.locator("#message-text")).toBeHidden({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Message visitors" })).toBeVisible();
  await german.close();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(lanes.first().getByText("Serving number")).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await leaveLine(visitor);
  await context.close();
});
