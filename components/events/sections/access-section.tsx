"use client";

import { SitesSection } from "../sites-section";
import { VisitSection } from "../visit-section";
import type { SectionProps } from "./section-props";

/** Who may join, from where, and how long an admission is worth something. */
export function AccessSection({ control }: SectionProps) {
  return (
    <>
      <SitesSection control={control} />
      <VisitSection control={control} />
    </>
  );
}
