import { expect, test } from "@playwright/test";
import { expectAccessible, pressStart, readMailedLink, tick } from "./console";
import { createEvent, makeSecretAndKey, signUp } from "./prepared";
import { joinTeam } from "./team";

test("what needs a second person happens once another one approves it, in a browser of their own", async ({
  page,
}) => {
  const { customerId } = await signUp(page);
  await makeSecretAndKey(page);
  await createEvent(page, {
    name: "Harbour",
    eventId: "harbour",
    targetUrl: "http://shop.localhost/tickets",
    allowedHosts: [],
  });
  const email = `ben-${customerId}@example.com`;
  const ben = await joinTeam(page, { email, name: "Ben Second", role: /^Operator/ });

  await page.goto("/approvals");
  await expect(page.getByText("No pending requests")).toBeVisible();
  await tick(page.getByRole("checkbox", { name: /^Stopping an event/ }));
  await tick(page.getByRole("checkbox", { name: /^Messages/ }));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await ben.goto("/approvals");
  await expect(
    ben.getByText(/Stopping an event.*\. Requests expire after 15 minutes/),
  ).toBeVisible();
  await expect(ben.getByText("Only owners can change this.")).toBeVisible();

  await page.goto("/events/harbour");
  await pressStart(page);
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await askToStop();
  await expect(page.getByText("Sent for approval")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Approvals" })).toContainText(
    "Your request to stop Harbour (run 1)",
  );
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();

  // Refused, nothing happens; asked again and approved, it does.
  await expect.poll(() => readMailedLink(email)).toContain("/approvals");
  await ben.goto("/events");
  const banner = ben.getByRole("complementary", { name: "Approvals" });
  await expect(banner).toContainText("Ana Operator requests approval to stop Harbour");
  await banner.getByRole("link", { name: "Review" }).click();
  await ben.getByRole("button", { name: "Reject: stop Harbour (run 1)" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
  await expect(ben.getByText("Rejected", { exact: true })).toBeVisible();
  await askToStop();
  await page.goto("/approvals");
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await ben.getByRole("button", { name: "Approve: stop Harbour (run 1)" }).click();
  await ben.getByRole("dialog").getByRole("button", { name: "Approve and run now" }).click();
  await expect(ben.getByText("Approved", { exact: true })).toBeVisible();
  await page.goto("/events/harbour");
  await expect(page.getByRole("button", { name: "Start a new run" })).toBeVisible();

  await page.goto("/audit-log?area=approvals");
  await expect(
    page.getByText("Ben Second approved a request to stop Harbour (run 1)"),
  ).toBeVisible();
  await expect(
    page.getByText("Ben Second rejected a request to stop Harbour (run 1)"),
  ).toBeVisible();
  await ben.context().close();

  // A request is no error: the dialog closes. A pause waits for nobody, and says that its message does.
  await page.goto("/events/harbour");
  await pressStart(page);
  await page.getByRole("button", { name: "Message visitors" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Message", { exact: true }).fill("Doors open at ten.");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Sent for approval")).toBeVisible();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await dialog.getByLabel("Message to waiting visitors").fill("Back soon.");
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(dialog.getByText("Paused. Your message is pending approval.")).toBeVisible();
  await expect(dialog.getByLabel("Message to waiting visitors")).toHaveValue("Back soon.");
  await dialog.getByText("Close", { exact: true }).click();
  await expect(dialog).toHaveCount(0);

  async function askToStop(): Promise<void> {
    await page.goto("/events/harbour");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Harbour");
    await dialog.getByRole("button", { name: "Stop the run" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
