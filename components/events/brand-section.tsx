import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { FormSection } from "@/components/shared/form-section";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { ColourField } from "./colour-field";
import type { EventFormValues } from "./event-form-values";
import { NO_THEME } from "./form-kinds";
import { LanguageField } from "./language-field";
import { LogoField, type StoreLogo } from "./logo-field";
import { ofSetting } from "./of-setting";
import { WaitingPreview } from "./waiting-preview";

/** A theme that the event may wear. */
export type ThemeOption = { readonly key: string; readonly name: string };

type BrandSectionProps = {
  control: Control<EventFormValues>;
  logoUrl: string | null;
  storeLogo: StoreLogo;
  themes: readonly ThemeOption[];
};

/** Name, colour, logo and theme of the waiting page. */
export function BrandSection({ control, logoUrl, storeLogo, themes }: BrandSectionProps) {
  const [name, brandName, brandColour] = useWatch({
    control,
    name: ["name", "brandName", "brandColour"],
  });
  return (
    <FormSection title="Branding" description="What visitors see while they wait.">
      <TextField control={control} {...ofSetting("brandName")} isRequired />
      <LanguageField control={control} />
      <ColourField control={control} name="brandColour" />
      <LogoField logoUrl={logoUrl} store={storeLogo} />
      <SelectField
        control={control}
        {...ofSetting("theme")}
        description="Adds to the branding above. A theme set by a rule takes precedence."
        options={[
          { value: NO_THEME, label: "None" },
          ...themes.map(({ key, name }) => ({ value: key, label: name })),
        ]}
      />
      <CheckField
        control={control}
        {...ofSetting("onStatusPage")}
        description="Everyone can read its name and state there while it is open."
      />
      <WaitingPreview
        eventName={name === "" ? "Your event" : name}
        brandName={brandName}
        brandColour={brandColour}
        logoUrl={logoUrl}
      />
    </FormSection>
  );
}
