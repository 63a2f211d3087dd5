"use client";

import { BrandSection } from "../brand-section";
import { NoticesSection } from "../notices-section";
import type { SectionProps } from "./section-props";

/** What visitors see, and how they are told of their turn. */
export function PageSection({ control, logoUrl, storeLogo, themes }: SectionProps) {
  return (
    <>
      <BrandSection control={control} logoUrl={logoUrl} storeLogo={storeLogo} themes={themes} />
      <NoticesSection control={control} />
    </>
  );
}
