"use client";

import { LanesSection } from "../lanes-section";
import { OrderSection } from "../order-section";
import type { SectionProps } from "./section-props";

/** Who is next, and in which lane. */
export function OrderAndLanesSection({ control, isOpen }: SectionProps) {
  return (
    <>
      <OrderSection control={control} />
      <LanesSection control={control} isOpen={isOpen} />
    </>
  );
}
