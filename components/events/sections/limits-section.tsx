"use client";

import { ProtectionSection } from "../protection/protection-section";
import type { SectionProps } from "./section-props";

/** How bots and hoarders are held back. */
export function LimitsSection({ control }: SectionProps) {
  return <ProtectionSection control={control} />;
}
