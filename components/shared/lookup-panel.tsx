import { type ReactNode, useState } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { Panel } from "@/components/shared/panel";
import { SubmitButton } from "@/components/shared/submit-button";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";

type LookupPanelProps<Found> = {
  title: string;
  description: string;
  label: string;
  placeholder: string;
  button: string;
  find: Action<{ code: string }, Found>;
  show: (found: Found) => ReactNode;
};

/** Asks for a code and shows what is found by it; a new question takes away the answer before. */
export function LookupPanel<Found>(props: LookupPanelProps<Found>) {
  const { title, description, label, placeholder, button, find, show } = props;
  const [found, setFound] = useState<Found | null>(null);
  const { form, control, message, isPending, onSubmit } = useActionForm<{ code: string }, Found>({
    defaultValues: { code: "" },
    submit: async ({ code }) => {
      setFound(null);
      return find({ code });
    },
    onDone: setFound,
  });
  return (
    <Panel title={title} description={description}>
      <form
        onSubmit={onSubmit}
        className="flex flex-col gap-3"
        noValidate
        aria-label={title}
        data-unsaved="false"
      >
        <FormMessage message={form.formState.errors.code === undefined ? message : null} />
        <div className="flex max-w-md items-start gap-2">
          <TextField control={control} name="code" label={label} placeholder={placeholder} mono />
          <div className="mt-6">
            <SubmitButton isPending={isPending} size="md">
              {button}
            </SubmitButton>
          </div>
        </div>
      </form>
      <div role="status">{found === null ? null : show(found)}</div>
    </Panel>
  );
}
