"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { leavePage, losesTyped, setAsking, watchFields } from "@/components/shared/unsaved";
import { Button } from "@/components/ui/button";

/** What is unknown to TypeScript's own types of the browser: https://html.spec.whatwg.org/#navigation-api */
type NavigateEvent = Event & {
  readonly navigationType: string;
  readonly destination: { readonly key: string };
};
type Navigation = EventTarget & { traverseTo: (key: string) => unknown };

type Leaving = { readonly names: readonly string[]; readonly leave: () => void };

/** Asks before a page is left with something typed that is not saved: by a link, a key, back, or by closing the tab. */
export function UnsavedGuard() {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const router = useRouter();
  const pathname = usePathname();
  useEffect(() => watchFields(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on the page that somebody has come to it asks again.
  useEffect(() => {
    setLeaving(null);
    setAsking((forms, leave) => {
      const names = forms.flatMap((form) => form.getAttribute("aria-label") ?? []);
      setLeaving({ names, leave });
    });
    const go = (href: string) => router.push(href);
    const stops = [guardLinks(go), guardBack(), guardTab()];
    return () => {
      for (const stop of stops) stop();
      setAsking(null);
    };
  }, [pathname, router]);
  if (leaving === null) return null;
  const stay = () => setLeaving(null);
  const leave = () => {
    setAsking(null);
    setLeaving(null);
    leaving.leave();
  };
  return (
    <Dialog title="Leave without saving?" isOpen onOpenChange={stay} size="sm">
      <div className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          {leaving.names.length === 0
            ? "Your changes on this page aren't saved."
            : `Your changes to ${leaving.names.join(", ")} aren't saved.`}
        </p>
        <div className="flex justify-end gap-2">
          <Button size="sm" variant="tertiary" onClick={leave}>
            Leave
          </Button>
          <Button size="sm" data-autofocus="true" onClick={stay}>
            Stay on this page
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Links to other pages of the console. */
function guardLinks(go: (href: string) => void): () => void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || !leadsAway(link, event) || !losesTyped()) return;
    event.preventDefault();
    event.stopPropagation();
    leavePage(() => go(link.href));
  };
  // Before React, whose links would go at once.
  window.addEventListener("click", follow, { capture: true });
  return () => window.removeEventListener("click", follow, { capture: true });
}

function leadsAway(link: HTMLAnchorElement, { button, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  const opensHere = link.target === "" && !link.hasAttribute("download");
  const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey;
  const isOurs = link.origin === location.origin && link.pathname !== location.pathname;
  return opensHere && isPlain && isOurs;
}

/** Back and forward, where the browser lets a page stop them. */
function guardBack(): () => void {
  const { navigation } = window as Window & { navigation?: Navigation };
  if (navigation === undefined) return () => undefined;
  const follow = (event: Event) => {
    const { navigationType, destination } = event as NavigateEvent;
    if (navigationType !== "traverse" || !event.cancelable) return;
    if (!losesTyped()) return;
    event.preventDefault();
    leavePage(() => void navigation.traverseTo(destination.key));
  };
  navigation.addEventListener("navigate", follow);
  return () => navigation.removeEventListener("navigate", follow);
}

/** Closing or reloading the tab, and links to elsewhere: the browser asks in its own words. */
function guardTab(): () => void {
  const follow = (event: BeforeUnloadEvent) => {
    if (losesTyped()) event.preventDefault();
  };
  window.addEventListener("beforeunload", follow);
  return () => window.removeEventListener("beforeunload", follow);
}
