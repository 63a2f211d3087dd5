import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { expectAccessible, tick } from "./console";
import { holdTheLine, newVisitor, openEvent, prepareSite, ROOM } from "./site";

/** The push service of the browser is not on this machine: it answers as one would, and a message is handed over below. */
function answerAsPushService(): void {
  const json = {
    endpoint: "https://push.example/0123456789",
    keys: {
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
  };
  const subscription = { toJSON: () => json, unsubscribe: async () => true };
  Object.assign(PushManager.prototype, {
    subscribe: async () => subscription,
    getSubscription: async () => null,
  });
}

async function offerNotices(page: Page): Promise<void> {
  await openEvent(page);
  await page.goto(`${new URL(page.url()).pathname}/settings/page`);
  await tick(page.getByRole("checkbox", { name: /^Browser notification/ }));
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
}

/** Hands a message to the service worker of the page, as the browser does when one comes; so many times. */
async function deliver(
  session: CDPSession,
  scope: string,
  { data, times }: { readonly data: string; readonly times: number },
): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === scope);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const message = { origin: ROOM, registrationId, data };
  for (let time = 0; time < times; time += 1)
    await session.send("ServiceWorker.deliverPushMessage", message);
}

test("a visitor asks to be told, is shown the notification, and hears nothing more", async ({
  page,
}) => {
  const { customerId } = await prepareSite(page, "/tickets");
  await offerNotices(page);
  await holdTheLine(page);
  const visitor = await newVisitor(page);
  await visitor.context().grantPermissions(["notifications"], { origin: ROOM });
  await visitor.addInitScript(answerAsPushService);
  const waitingPage = `${ROOM}/?c=${customerId}&e=springsale`;
  const notices = `${ROOM}/line/${customerId}/springsale/notices`;

  const tellMe = visitor.getByRole("link", { name: "Notify me before my turn" });
  // The room hears of what was saved a moment later.
  await expect(async () => {
    await visitor.goto(waitingPage);
    await expect(tellMe).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(visitor.locator("#number")).toHaveText("1");
  await tellMe.click();
  await visitor.waitForURL(`${notices}?**`);
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Notify this device" }).click();
  await expect(visitor.getByRole("status")).toContainText("We’ll notify this device");

  const message = {
    ...{ title: "It’s almost your turn", body: "Open the page.", link: waitingPage },
    ...{ language: "en", direction: "ltr" },
  };
  const session = await visitor.context().newCDPSession(visitor);
  await deliver(session, notices, { data: JSON.stringify(message), times: 2 });
  const shown = () =>
    visitor.evaluate(async (scope) => {
      const registration = await navigator.serviceWorker.getRegistration(scope);
      const notifications = (await registration?.getNotifications()) ?? [];
      return notifications.map(({ title, body }) => ({ title, body }));
    }, notices);
  await expect.poll(shown).toEqual([{ title: "It’s almost your turn", body: "Open the page." }]);

  await visitor.reload();
  await visitor.getByRole("button", { name: "Stop notifications" }).click();
  await expect(visitor.getByRole("heading", { name: "Notifications stopped" })).toBeVisible();
  await visitor.getByRole("link", { name: "Back to the line" }).click();
  await expect(visitor.locator("#number")).toHaveText("1");
  await visitor.context().close();
});
