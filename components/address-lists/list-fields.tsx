import { type Control, useWatch } from "react-hook-form";
import { CheckField } from "@/components/shared/check-field";
import { SelectField } from "@/components/shared/select-field";
import { TextField } from "@/components/shared/text-field";
import type { ListFormValues } from "./list-form-values";

const EVERY = [
  { value: "15", label: "Every 15 minutes" },
  { value: "60", label: "Every hour" },
  { value: "360", label: "Every six hours" },
  { value: "1440", label: "Every day" },
  { value: "10080", label: "Every week" },
];

const EXAMPLE = "192.0.2.0/24        # the office\n2001:db8:10::/48\n198.51.100.7";

/** What a list holds: what is typed, or where it is loaded from. */
export function ListFields({ control }: { control: Control<ListFormValues> }) {
  return (
    <>
      <ListContents control={control} />
      <CheckField
        control={control}
        name="counts"
        label="Include in score"
        description="Raises the score of visitors from these addresses. Leave off for your own offices."
      />
    </>
  );
}

function ListContents({ control }: { control: Control<ListFormValues> }) {
  const kind = useWatch({ control, name: "contents.kind" });
  const everyMinutes = useWatch({ control, name: "contents.everyMinutes" });
  if (kind === "typed") {
    return (
      <TextField
        control={control}
        name="contents.text"
        label="Addresses and ranges"
        description="One per line: an address, a range such as 192.0.2.0/24, or two addresses joined by a hyphen. # starts a comment."
        placeholder={EXAMPLE}
        rows={10}
        mono
      />
    );
  }
  return (
    <>
      <TextField
        control={control}
        name="contents.url"
        type="url"
        label="Feed URL"
        placeholder="https://ip-ranges.amazonaws.com/ip-ranges.json"
        description="Plain text, CSV with the address first, or AWS, Google, Azure or Oracle JSON. HTTPS without a password."
        isRequired
      />
      <SelectField
        control={control}
        name="contents.everyMinutes"
        label="Refresh"
        options={
          EVERY.some(({ value }) => value === everyMinutes)
            ? EVERY
            : [...EVERY, { value: everyMinutes, label: `Every ${everyMinutes} minutes` }]
        }
      />
    </>
  );
}
