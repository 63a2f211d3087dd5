import { expect, type Page, test } from "@playwright/test";
import { chooseOption, pressStart } from "./console";
import { addQueueRule, makeEvent, signUp } from "./prepared";
import { joinTeam } from "./team";

/** What the console answers when the figures of an hour are asked for. */
function askForFigures(member: Page, stepMinutes = 5) {
  const hour = "from=2026-11-20T10:00:00Z&until=2026-11-20T11:00:00Z";
  const path = `/api/v1/events/harbour/figures?${hour}&stepMinutes=${stepMinutes}`;
  return member.evaluate(async (url) => {
    const answer = await fetch(url);
    return { status: answer.status, body: await answer.json() };
  }, path);
}

async function expectOnlyLooking(member: Page): Promise<void> {
  const absent = (name: RegExp) => expect(member.getByRole("button", { name })).toHaveCount(0);
  // The overview begins with what is going on; a draft stands among all events.
  await member.goto("/events");
  await expect(member.getByRole("link", { name: "Harbour" })).toBeVisible();
  await expect(member.getByRole("link", { name: "Create event" })).toHaveCount(0);
  await expect(member.getByRole("link", { name: "Secrets & keys" })).toHaveCount(0);

  await member.goto("/events/harbour");
  await expect(member.getByText(/^Only owners.* stop an event\.$/)).toBeVisible();
  await expect(member.getByRole("button", { name: "Start", exact: true })).toHaveCount(0);
  await expect(member.getByRole("textbox", { name: /^Outflow/ })).toHaveCount(0);
  await expect(member.getByRole("link", { name: "Settings" })).toBeVisible();
  await expect(member.getByRole("link", { name: /Access codes|Staff links/ })).toHaveCount(0);

  await member.goto("/events/harbour/settings");
  await expect(member.getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(member.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await expect(member.getByText(/^Only owners.* change settings/)).toBeVisible();
  await expect(member.getByRole("button", { name: /Duplicate|Archive|Delete/ })).toHaveCount(0);
  await member.goto("/events/harbour/settings/order");
  await expect(member.getByRole("combobox", { name: "Queueing method" })).toBeDisabled();
  await member.goto("/events/harbour/schedules");
  await expect(member.getByText("No schedules yet")).toBeVisible();
  await absent(/Add schedule/);

  await member.goto("/rules");
  await expect(member.getByRole("link", { name: "Tickets" })).toBeVisible();
  await absent(/^(Move|Delete)/);
  await expect(member.getByText(/^Only .* publish rules\.$/)).toBeVisible();
  await absent(/^(Publish|Discard)/);
  await member.getByRole("link", { name: "Tickets" }).click();
  await expect(member.getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(member.getByRole("button", { name: "Save rule" })).toHaveCount(0);
  await expect(
    member.getByText("Only owners, admins and developers can change rules."),
  ).toBeVisible();

  await member.goto("/members");
  await expect(member.getByText("Ana Operator")).toBeVisible();
  await absent(/^(Invite|Remove|Withdraw)/);
  await expect(member.getByRole("combobox", { name: /^Role of/ })).toHaveCount(0);
  await expect(
    member.getByText(/^Only owners and admins can invite and remove members/),
  ).toBeVisible();
  await member.goto("/customer");
  await expect(member.getByLabel("Customer name")).toBeDisabled();
  await member.goto("/secrets");
  await expect(
    member.getByText(/^Only owners, admins and developers can see this page\./),
  ).toBeVisible();
}

/** The button goes once the role is stored. */
async function giveVera(page: Page, role: "operator" | "developer" | "admin"): Promise<void> {
  const box = page.getByRole("combobox", { name: "Role of Vera Viewer" });
  await chooseOption(page, "Role of Vera Viewer", new RegExp(`^${role}`));
  const change = page.getByRole("button", { name: "Change the role of Vera Viewer" });
  await change.click();
  await expect(change).toHaveCount(0);
  await expect(box).toHaveValue(role);
}

test("a viewer may look but not act, an operator may act but not see secrets, and one owner stays", async ({
  page,
}) => {
  const { customerId } = await signUp(page);
  await makeEvent(page, {
    name: "Harbour",
    eventId: "harbour",
    targetUrl: "http://shop.localhost/tickets",
    allowedHosts: [],
  });
  await addQueueRule(page, { name: "Tickets", value: "/tickets", eventId: "harbour" });
  const email = `viewer-${customerId}@example.com`;
  const member = await joinTeam(page, { email, name: "Vera Viewer", role: /^Viewer/ });
  await expectOnlyLooking(member);
  expect(await askForFigures(member)).toEqual({
    status: 200,
    body: { items: [], nextCursor: null },
  });
  expect(await askForFigures(member, 0)).toMatchObject({ status: 422 });

  await page.reload();
  await expect(page.getByRole("button", { name: /^Remove Vera/ })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Role of Ana Operator" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Remove Ana Operator" })).toHaveCount(0);

  await giveVera(page, "operator");
  await member.goto("/connectors");
  await expect(member.getByRole("heading", { name: "Connectors", exact: true })).toBeVisible();
  await expect(member.getByText("Signed rules")).toHaveCount(0);
  await member.goto("/events/harbour");
  await pressStart(member);
  await expect(member.getByText(/^Harbour has no secret to sign tokens/)).toBeVisible();
  await expect(member.getByText("Draft", { exact: true })).toBeVisible();
  await expect(member.getByRole("link", { name: /Access codes|Staff links/ })).toHaveCount(2);
  await expect(member.getByRole("link", { name: "Secrets & keys" })).toHaveCount(0);
  await member.goto("/rules");
  await expect(member.getByText(/^Only .* publish rules\.$/)).toBeVisible();

  await giveVera(page, "developer");
  await member.goto("/rules");
  await expect(member.getByText(/^Only .* publish rules\.$/)).toHaveCount(0);
  await member.goto("/secrets");
  await expect(member.getByRole("button", { name: "Generate a secret" })).toBeVisible();
  await member.goto("/events/harbour");
  await expect(
    member.getByText(/^Only .* operators can start, pause and control an event/),
  ).toBeVisible();
  await expect(member.getByRole("button", { name: "Start", exact: true })).toHaveCount(0);

  await giveVera(page, "admin");
  await member.goto("/members");
  await expect(member.getByRole("combobox", { name: "Role of Vera Viewer" })).toBeVisible();
  await expect(member.getByRole("button", { name: /Ana Operator/ })).toHaveCount(0);
  await member.getByRole("button", { name: "Invite member" }).click();
  await expect(member.getByRole("radio", { name: /^Admin/ })).toBeAttached();
  await expect(member.getByRole("radio", { name: /^Owner/ })).toHaveCount(0);
  await member.getByText(/^All \d+ permissions$/).waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Remove Vera Viewer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByRole("button", { name: "Remove Vera Viewer" })).toHaveCount(0);
  await member.goto("/events/harbour");
  await expect(member.getByRole("button", { name: "Start", exact: true })).toHaveCount(0);
  await expect(member.getByText("Harbour", { exact: true })).toHaveCount(0);
  expect((await askForFigures(member)).status).toBeGreaterThanOrEqual(400);
  await member.context().close();
});
