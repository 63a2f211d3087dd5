"use client";

import { BrandSection } from "../brand-section";
import { NoticesSection } from "../notices-section";
import type { SectionProps } from "./section-props";

/** What visitors see, and how they are told of their turn. */
export function PageSection({ control, logo, setLogo, themes }: SectionProps) {
  return (
    <>
      <BrandSection control={control} logo={logo} setLogo={setLogo} themes={themes} />
      <NoticesSection control={control} />
    </>
  );
}
