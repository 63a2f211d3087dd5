import { ActionForm } from "@/components/shared/action-form";
import { NumberField } from "@/components/shared/number-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Action } from "@/lib/http/action-result";
import type { CreateStaffLinkInput } from "@/lib/services/event/staff-link/schemas";

type Created = { readonly url: string };
type Values = { label: string; validHours: number | null };

type StaffLinkFormProps = {
  eventId: string;
  create: Action<CreateStaffLinkInput, Created>;
  onDone: (created: Created) => void;
};

export function StaffLinkForm({ eventId, create, onDone }: StaffLinkFormProps) {
  const { control, ...asked } = useActionForm<Values, Created>({
    defaultValues: { label: "", validHours: 24 },
    submit: ({ label, validHours }) =>
      create({ eventId, label, validHours: validHours ?? Number.NaN }),
    onDone,
  });
  return (
    <ActionForm
      {...asked}
      submit="Create link"
      intro="Anyone with the link bypasses the line until it expires. Each use is logged."
    >
      <TextField
        control={control}
        name="label"
        label="Purpose"
        placeholder="Test visit before the sale"
        isRequired
      />
      <NumberField
        control={control}
        name="validHours"
        label="Valid for"
        unit="hours"
        minValue={1}
        maxValue={720}
        isRequired
      />
    </ActionForm>
  );
}
