"use client";

import { type Control, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import { ColourField } from "./colour-field";
import type { EventFormValues } from "./event-form-values";
import { LanguageField } from "./language-field";
import { LogoField } from "./logo-field";
import { WaitingPreview } from "./waiting-preview";

/** `url` is what to show; `change` is what to store: base64, `remove`, or null for no change. */
export type LogoDraft = { readonly url: string | null; readonly change: string | "remove" | null };

type BrandSectionProps = {
  control: Control<EventFormValues>;
  logo: LogoDraft;
  setLogo: (logo: LogoDraft) => void;
};

/** Name, colour and logo of the waiting page. */
export function BrandSection({ control, logo, setLogo }: BrandSectionProps) {
  const [name, brandName, brandColour] = useWatch({
    control,
    name: ["name", "brandName", "brandColour"],
  });
  return (
    <FormSection title="Look" description="What visitors see while they wait.">
      <TextField control={control} name="brandName" label="Brand name" isRequired />
      <LanguageField control={control} />
      <ColourField control={control} name="brandColour" />
      <LogoField logo={logo} setLogo={setLogo} />
      <WaitingPreview
        eventName={name === "" ? "Your event" : name}
        brandName={brandName}
        brandColour={brandColour}
        logoUrl={logo.url}
      />
    </FormSection>
  );
}
