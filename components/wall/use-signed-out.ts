import { useEffect, useState } from "react";

const ASKED_EVERY_MS = 10_000;
const UNAUTHORIZED = 401;

/** Whether answers stopped because the sign-in has ended, which nothing but signing in mends. */
export function useSignedOut(url: string, isLost: boolean): boolean {
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => {
    if (!isLost) {
      setSignedOut(false);
      return;
    }
    const ask = () =>
      fetch(url, { cache: "no-store" }).then(
        ({ status }) => setSignedOut(status === UNAUTHORIZED),
        () => undefined,
      );
    void ask();
    const timer = setInterval(() => void ask(), ASKED_EVERY_MS);
    return () => clearInterval(timer);
  }, [url, isLost]);
  return isSignedOut;
}
