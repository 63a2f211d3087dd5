import { useEffect } from "react";

/** Keeps the screen on while the page is looked at, where the browser can. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      // Refused on a low battery; the screen then sleeps as it would anyway.
      const held = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) await held?.release();
      else lock = held;
    };
    const again = () => void ask();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, []);
}
