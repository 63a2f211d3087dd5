import type { TurnMessage } from "./notice-data";

/** What a service worker has, of which the types of a page know nothing. */
type Happening = Event & {
  readonly waitUntil: (done: Promise<unknown>) => void;
  readonly data?: { readonly json: () => TurnMessage } | null;
  readonly notification?: Notification;
};
type PageWindow = { readonly url: string; readonly focus: () => Promise<unknown> };
type WorkerScope = {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    readonly matchAll: (which: object) => Promise<readonly PageWindow[]>;
    readonly openWindow: (url: string) => Promise<unknown>;
  };
  readonly addEventListener: (type: string, heard: (event: Happening) => void) => void;
};

// This file runs as a service worker only.
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

scope.addEventListener("notificationclick", (event) => {
  event.notification?.close();
  const link: unknown = event.notification?.data;
  if (typeof link === "string") event.waitUntil(open(link));
});

/** A second message of the same line takes the place of the first. */
function show({ title, body, link, language, direction }: TurnMessage): Promise<void> {
  return scope.registration.showNotification(title, {
    ...{ body, lang: language, dir: direction, tag: link, data: link },
    requireInteraction: true,
  });
}

/** Shows the waiting page: in the window that has it, else in a new one. */
async function open(link: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => isSameLine(url, link));
  await (shown === undefined ? scope.clients.openWindow(link) : shown.focus());
}

function isSameLine(url: string, link: string): boolean {
  const [one, other] = [new URL(url), new URL(link)];
  return (
    one.pathname === other.pathname &&
    ["c", "e"].every((name) => one.searchParams.get(name) === other.searchParams.get(name))
  );
}
