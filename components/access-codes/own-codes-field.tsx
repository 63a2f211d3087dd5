import { Upload } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { TextField } from "@/components/shared/text-field";
import type { AccessCodeValues } from "./access-code-form";

/** More is no list of codes, and reading it would stop the page. */
const FILE_BYTES_MAX = 1_000_000;

/** The customer's own codes, pasted or from a file; the file's text can be mended before it is sent. */
export function OwnCodesField({ form }: { form: UseFormReturn<AccessCodeValues> }) {
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > FILE_BYTES_MAX) {
      form.setError("own", { message: "The file is larger than 1 MB. Split it." });
      return;
    }
    form.clearErrors("own");
    form.setValue("own", await file.text(), { shouldDirty: true });
  };
  return (
    <div className="flex flex-col gap-2">
      <TextField
        control={form.control}
        name="own"
        label="Your codes"
        description="One per line, or the first column of a CSV file: 6 to 40 letters and digits each, up to 20,000 codes. Use long, random codes."
        placeholder={"FAN-7KQ4-2026\nFAN-M2XD-2026"}
        rows={6}
        mono
        isRequired
      />
      <label className="button button--secondary button--sm w-fit cursor-pointer has-focus-visible:focus-ring">
        <Upload aria-hidden />
        Choose file
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="Your codes: choose a file"
          className="sr-only"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // The same file may be chosen again once it is mended.
            target.value = "";
          }}
        />
      </label>
    </div>
  );
}
