import { ActionForm } from "@/components/shared/action-form";
import { NumberField } from "@/components/shared/number-field";
import { Segmented } from "@/components/shared/segmented";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import { useActionForm } from "@/components/shared/use-action-form";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { CreatedAccessCodes } from "@/lib/services/event/access-code/create";
import type { CreateAccessCodesInput } from "@/lib/services/event/access-code/schemas";
import { OwnCodesField } from "./own-codes-field";
import { WindowFields } from "./window-fields";

export type AccessCodeValues = {
  name: string;
  source: "made" | "own";
  count: number | null;
  prefix: string;
  own: string;
  use: { maxUses: number | null };
  lane: string;
  fromLocal: string;
  untilLocal: string;
};

type AccessCodeFormProps = {
  eventId: string;
  lanes: readonly Lane[];
  timeZone: string;
  create: Action<CreateAccessCodesInput, CreatedAccessCodes>;
  cancel: () => void;
  onDone: (created: CreatedAccessCodes) => void;
};

const OWN_LANE = "-";
const SOURCES = [
  { value: "made", label: "Generate codes" },
  { value: "own", label: "Use your own" },
] as const;
const EMPTY: AccessCodeValues = {
  name: "",
  source: "made",
  count: 100,
  prefix: "",
  own: "",
  use: { maxUses: 1 },
  lane: OWN_LANE,
  fromLocal: "",
  untilLocal: "",
};

/** A batch of codes: where they come from, and what all of them are good for. */
export function AccessCodeForm(props: AccessCodeFormProps) {
  const { eventId, lanes, timeZone, create, cancel, onDone } = props;
  const { form, control, message, ...asked } = useActionForm<AccessCodeValues, CreatedAccessCodes>({
    defaultValues: EMPTY,
    submit: (values) => create({ eventId, ...toInput(values) }),
    onDone,
  });
  const source = form.watch("source");
  const options = [
    { value: OWN_LANE, label: "Default lane" },
    ...lanes.map(({ key, name }) => ({ value: key, label: name })),
  ];
  return (
    <ActionForm {...asked} message={message} submit="Create codes" cancel={cancel}>
      <TextField
        control={control}
        name="name"
        label="Batch name"
        placeholder="Fan club"
        isRequired
      />
      <Segmented
        label="Codes"
        value={source}
        options={SOURCES}
        onChange={(next) => form.setValue("source", next, { shouldDirty: true })}
      />
      {source === "own" ? (
        <OwnCodesField form={form} />
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            control={control}
            name="count"
            label="Number of codes"
            unit="codes"
            minValue={1}
            maxValue={100_000}
            isRequired
          />
          <TextField
            control={control}
            name="prefix"
            label="Prefix"
            mono
            placeholder="SPRING"
            description="Optional. SPRING-ABCD-EFGH-JKM"
            normalise={(typed) => typed.toUpperCase()}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          control={control}
          name="use.maxUses"
          label="Uses per code"
          unit="times"
          minValue={1}
          maxValue={100_000}
          isRequired
        />
        {lanes.length > 1 ? (
          <SelectField control={control} name="lane" label="Lane" options={options} />
        ) : null}
      </div>
      <WindowFields control={control} from="fromLocal" until="untilLocal" timeZone={timeZone} />
    </ActionForm>
  );
}

function toInput(values: AccessCodeValues): Omit<CreateAccessCodesInput, "eventId"> {
  const { name, source, count, prefix, own, use, lane, fromLocal, untilLocal } = values;
  const maxUses = use.maxUses ?? Number.NaN;
  return {
    name,
    ...(source === "own" ? { own } : { count: count ?? Number.NaN, prefix }),
    lane: lane === OWN_LANE ? null : lane,
    use: maxUses === 1 ? { kind: "single-use" } : { kind: "multi-use", maxUses },
    fromLocal,
    untilLocal,
  };
}
