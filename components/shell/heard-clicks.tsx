import type { ReactNode } from "react";
import { CLICK_HEARD } from "./click-heard";

/** Around everything that React makes: a click that comes through here reaches what was pressed. */
export function HeardClicks({ children }: { children: ReactNode }) {
  return (
    <div
      data-hears=""
      className="contents"
      onClickCapture={() => dispatchEvent(new Event(CLICK_HEARD))}
    >
      {children}
    </div>
  );
}
