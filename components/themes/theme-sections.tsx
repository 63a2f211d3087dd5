import { type Control, useController, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { Action } from "@/lib/http/action-result";
import type { UploadAssetInput } from "@/lib/services/event/theme/schemas";
import type { AssetView } from "@/lib/services/event/theme/upload-asset";
import { ThemeColourField } from "./theme-colour-field";
import type { ThemeFormValues } from "./theme-form-values";
import { UploadField } from "./upload-field";

export type SectionProps = {
  control: Control<ThemeFormValues>;
  canWrite: boolean;
  upload: Action<UploadAssetInput, AssetView>;
};

const ARRANGEMENT_OPTIONS = [
  { value: "card", label: "Centred card" },
  { value: "wide", label: "Side image" },
  { value: "plain", label: "Plain, no card" },
];
const APPEARANCE_OPTIONS = [
  { value: "auto", label: "Match the visitor’s device" },
  { value: "light", label: "Always light" },
  { value: "dark", label: "Always dark" },
];
const POSITION_OPTIONS = [
  { value: "center", label: "Centre" },
  { value: "top", label: "Top" },
  { value: "bottom", label: "Bottom" },
  { value: "left", label: "Left" },
  { value: "right", label: "Right" },
];
const IMAGES = "PNG, JPEG, WebP or SVG";

/** Name, arrangement and lightness. */
export function LayoutSection({ control }: SectionProps) {
  return (
    <FormSection title="Layout" description="How the page is arranged.">
      <TextField control={control} name="name" label="Name" isRequired />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="arrangement"
          label="Arrangement"
          options={ARRANGEMENT_OPTIONS}
        />
        <SelectField
          control={control}
          name="appearance"
          label="Light or dark"
          options={APPEARANCE_OPTIONS}
        />
      </div>
    </FormSection>
  );
}

/** The logo, and another one for dark pages. */
export function LogoSection({ control, canWrite, upload }: SectionProps) {
  const light = useController({ control, name: "logo.light" });
  const dark = useController({ control, name: "logo.dark" });
  return (
    <FormSection title="Logo" description="Leave empty to use the event's logo.">
      <UploadField
        kind="logo"
        label="Logo"
        hint={`${IMAGES}, up to 100 KB. Shown 32 px high.`}
        value={light.field.value}
        onChange={light.field.onChange}
        error={light.fieldState.error?.message}
        isDisabled={!canWrite}
        upload={upload}
      />
      <UploadField
        kind="logo"
        label="Logo on dark pages"
        hint="For pages where the main logo isn't visible."
        value={dark.field.value}
        onChange={dark.field.onChange}
        error={dark.fieldState.error?.message}
        isDisabled={!canWrite}
        upload={upload}
      />
    </FormSection>
  );
}

/** The brand's colour, and those of the page on light and on dark pages. */
export function ColourSection({ control }: SectionProps) {
  return (
    <FormSection
      title="Colours"
      description="Leave empty for the default. Unreadable colour combinations are rejected."
    >
      <ThemeColourField
        control={control}
        name="colours.brand"
        label="Brand"
        description="Leave empty to use the event’s colour. Adjusted automatically for contrast."
      />
      {(["light", "dark"] as const).map((mode) => (
        <fieldset key={mode} className="flex min-w-0 flex-col gap-3">
          <legend className="mb-2 text-xs font-semibold text-muted">
            {mode === "light" ? "Light pages" : "Dark pages"}
          </legend>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3">
            <ThemeColourField control={control} name={`colours.${mode}.page`} label="Page" />
            <ThemeColourField control={control} name={`colours.${mode}.card`} label="Card" />
            <ThemeColourField control={control} name={`colours.${mode}.text`} label="Text" />
          </div>
        </fieldset>
      ))}
    </FormSection>
  );
}

/** A font of the customer. */
export function FontSection({ control, canWrite, upload }: SectionProps) {
  const asset = useController({ control, name: "font.asset" });
  const family = useController({ control, name: "font.family" });
  const choose = (hash: string | null, file: { readonly name: string } | null) => {
    asset.field.onChange(hash);
    if (file !== null && family.field.value === "") family.field.onChange(familyOf(file.name));
  };
  return (
    <FormSection
      title="Font"
      description="Served from this installation, never from a third party."
    >
      <UploadField
        kind="font"
        label="Font file"
        hint="WOFF2, up to 200 KB. Until it loads, text uses the device’s font."
        value={asset.field.value}
        onChange={choose}
        error={asset.fieldState.error?.message}
        isDisabled={!canWrite}
        upload={upload}
      />
      {asset.field.value === null ? null : (
        <TextField control={control} name="font.family" label="Font name" isRequired />
      )}
    </FormSection>
  );
}

/** `house-sans.woff2` is probably called house sans. */
function familyOf(fileName: string): string {
  const name = fileName.replace(/\.woff2$/i, "").replace(/[^\p{L}\p{N}]+/gu, " ");
  return name.trim().slice(0, 60) || "Font";
}

/** An image behind or beside the page. */
export function BackgroundSection({ control, canWrite, upload }: SectionProps) {
  const image = useController({ control, name: "background.image" });
  const arrangement = useWatch({ control, name: "arrangement" });
  return (
    <FormSection
      title="Image"
      description={
        arrangement === "wide"
          ? "Next to the page; above it on phones."
          : "Behind the page, never directly behind text."
      }
    >
      <UploadField
        kind="background"
        label="Image"
        hint={`${IMAGES}, up to 500 KB and 4,096 px per side. Large images are slow on phones.`}
        value={image.field.value}
        onChange={image.field.onChange}
        error={image.fieldState.error?.message}
        isDisabled={!canWrite}
        upload={upload}
      />
      {image.field.value === null ? null : (
        <SelectField
          control={control}
          name="background.position"
          label="Focal point"
          options={POSITION_OPTIONS}
        />
      )}
    </FormSection>
  );
}

/** Links at the foot of every page. */
export function LinkSection({ control }: SectionProps) {
  return (
    <FormSection title="Links" description="At the bottom of every page. Open in a new window.">
      <TextField
        control={control}
        name="links.privacy"
        label="Privacy"
        type="url"
        placeholder="https://shop.example/privacy"
      />
      <TextField
        control={control}
        name="links.imprint"
        label="Imprint"
        type="url"
        placeholder="https://shop.example/imprint"
      />
    </FormSection>
  );
}
