import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { FormSection } from "@/components/shared/form-section";
import { TextField } from "@/components/shared/text-field";
import type { AssetView } from "@/lib/services/event/theme/upload-asset";
import type { SectionProps } from "./theme-sections";
import { UploadField } from "./upload-field";

type Notes = AssetView["notes"];

/** A page of the customer's own HTML, and the sites that it may load from. */
export function TemplateSection({ control, canWrite, upload }: SectionProps) {
  const { field, fieldState } = useController({ control, name: "template" });
  const sources = useWatch({ control, name: "sources" });
  const [notes, setNotes] = useState<Notes>(null);
  const uploadAndNote: typeof upload = async (input) => {
    const result = await upload(input);
    setNotes(result.ok ? result.data.notes : null);
    return result;
  };
  return (
    <FormSection
      title="Custom HTML"
      description="Your own page around the status, with Mustache variables. Replaces the layout above."
    >
      <UploadField
        kind="template"
        label="Template"
        hint="HTML with {{{status}}} for the status, up to 1 MB. Checked when you save."
        value={field.value}
        onChange={field.onChange}
        error={fieldState.error?.message}
        isDisabled={!canWrite}
        upload={uploadAndNote}
      />
      <TemplateNotes notes={notes} sources={sources} />
      <TextField
        control={control}
        name="sources"
        label="Allowed origins"
        rows={2}
        mono
        placeholder="https://images.example.com"
        description="One per line. Images, fonts and style sheets from other origins are blocked."
      />
    </FormSection>
  );
}

/** What the author is told of a template that was taken. */
function TemplateNotes({ notes, sources }: { notes: Notes; sources: string }) {
  const named = new Set(sources.split("\n").map((line) => line.trim()));
  const blocked = notes?.origins.filter((origin) => !named.has(origin)) ?? [];
  const lines = [
    ...(notes?.removed ?? []),
    ...blocked.map((origin) => `${origin} is not an allowed origin, so its content is blocked.`),
  ];
  if (lines.length === 0) return null;
  return (
    <div role="status" className="flex flex-col gap-1 text-xs text-warning">
      <p className="font-medium">Saved, but some parts are removed:</p>
      <ul className="list-disc pl-5 wrap-anywhere">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
