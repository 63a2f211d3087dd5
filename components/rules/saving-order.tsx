"use client";

import { createContext, type ReactNode, useContext, useState } from "react";

const SavingOrder = createContext<{ isSaving: boolean; setSaving: (isSaving: boolean) => void }>({
  isSaving: false,
  setSaving: () => undefined,
});

/**
 * What is published is what stands above the button. While a new order is on its way, that is still the order before:
 * so publishing waits until the answer is here.
 */
export function SavingOrderProvider({ children }: { children: ReactNode }) {
  const [isSaving, setSaving] = useState(false);
  return <SavingOrder value={{ isSaving, setSaving }}>{children}</SavingOrder>;
}

export function useSavingOrder() {
  return useContext(SavingOrder);
}
