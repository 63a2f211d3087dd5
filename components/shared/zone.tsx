"use client";

import { createContext, type ReactNode, useContext } from "react";

const Zone = createContext("UTC");

/** Sets the time zone in which everything below it shows times: the customer's. */
export function ZoneProvider({ timeZone, children }: { timeZone: string; children: ReactNode }) {
  return <Zone value={timeZone}>{children}</Zone>;
}

/** The customer's time zone; UTC outside the console's pages. */
export function useZone(): string {
  return useContext(Zone);
}
