import type { NoticeData } from "./notice-data";
import { parseJson } from "./parse-json";

/** The page's data, written by our own server. */
const data = parseJson(document.getElementById("stanchion")?.textContent ?? "") as
  | NoticeData
  | undefined;
const button = document.getElementById("push");
const said = document.getElementById("said");

if (data !== undefined && button !== null && canBePushed()) {
  const { texts } = data;
  button.hidden = false;
  button.addEventListener("click", () => {
    turnOn(data).then(
      (isOn) => {
        button.hidden = isOn;
        say(isOn ? texts.pushOn : texts.pushDenied);
      },
      (error: unknown) => say(error instanceof AskedTooOften ? texts.addressUsed : texts.failed),
    );
  });
}

class AskedTooOften extends Error {}

function canBePushed(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

function say(text: string): void {
  if (said === null) return;
  said.textContent = text;
  said.hidden = false;
}

/** False when the visitor's browser does not allow notifications. */
async function turnOn({ path, workerPath, pushKey }: NoticeData): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const registration = await navigator.serviceWorker.register(workerPath, { scope: path });
  await activeWorker(registration);
  // One of before was made for another key, or nobody knows of it any more.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const asked = {
    endpoint: endpoint ?? "",
    p256dh: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
  };
  const reply = await fetch(path, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(asked),
  });
  if (reply.ok) return true;
  await subscription.unsubscribe();
  throw reply.status === 429
    ? new AskedTooOften()
    : new Error(`The room answered ${reply.status}.`);
}

function activeWorker(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active !== null || worker === null) return Promise.resolve();
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
    });
  });
}
