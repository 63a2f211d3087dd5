import { ActionForm } from "@/components/shared/action-form";
import { NumberField } from "@/components/shared/number-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { CreateAccessCodesInput } from "@/lib/services/event/access-code/schemas";

type Created = { readonly csv: string };
type Values = { name: string; count: number | null; uses: number | null; lane: string };

type AccessCodeFormProps = {
  eventId: string;
  lanes: readonly Lane[];
  create: Action<CreateAccessCodesInput, Created>;
  onDone: (created: Created) => void;
};

const OWN_LANE = "-";

export function AccessCodeForm({ eventId, lanes, create, onDone }: AccessCodeFormProps) {
  const { control, ...asked } = useActionForm<Values, Created>({
    defaultValues: { name: "", count: 100, uses: 1, lane: OWN_LANE },
    submit: ({ name, count, uses, lane }) =>
      create({
        eventId,
        name,
        count: count ?? Number.NaN,
        lane: lane === OWN_LANE ? null : lane,
        use:
          uses === 1 ? { kind: "single-use" } : { kind: "multi-use", maxUses: uses ?? Number.NaN },
      }),
    onDone,
  });
  const options = [
    { value: OWN_LANE, label: "Default lane" },
    ...lanes.map(({ key, name }) => ({ value: key, label: name })),
  ];
  return (
    <ActionForm {...asked} submit="Create codes">
      <TextField
        control={control}
        name="name"
        label="Batch name"
        placeholder="Fan club"
        isRequired
      />
      <NumberField
        control={control}
        name="count"
        label="Number of codes"
        unit="codes"
        minValue={1}
        maxValue={100_000}
        isRequired
      />
      <NumberField
        control={control}
        name="uses"
        label="Uses per code"
        unit="times"
        minValue={1}
        maxValue={1_000_000}
        isRequired
      />
      {lanes.length > 1 ? (
        <SelectField control={control} name="lane" label="Lane" options={options} />
      ) : null}
    </ActionForm>
  );
}
