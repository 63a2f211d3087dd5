import { useSyncExternalStore } from "react";
import { Notice } from "@/components/shared/notice";

function onChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Says that the connection is lost, and nothing while it is there. */
export function ConnectionNote() {
  const isOnline = useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <Notice tone="warning" role="alert">
      You're offline. Your changes stay on this page; save them when you're back online.
    </Notice>
  );
}
