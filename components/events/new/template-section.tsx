import { FormSection } from "@/components/shared/form-section";
import { SelectBox } from "@/components/shared/select-box";
import type { EventTemplateView } from "@/lib/services/event/template/template-view";

const NONE = "none";

type TemplateSectionProps = {
  chosen: string | null;
  templates: readonly EventTemplateView[];
  onTake: (templateId: string | null) => void;
};

/** Begins with the settings of a template. */
export function TemplateSection({ chosen, templates, onTake }: TemplateSectionProps) {
  return (
    <FormSection title="Template" description="Start from settings saved from another event.">
      <SelectBox
        name="templateId"
        label="Start from"
        value={chosen ?? NONE}
        onChange={(templateId) => onTake(templateId === NONE ? null : templateId)}
        options={[
          { value: NONE, label: "Default settings" },
          ...templates.map(({ templateId, name }) => ({ value: templateId, label: name })),
        ]}
      />
    </FormSection>
  );
}
