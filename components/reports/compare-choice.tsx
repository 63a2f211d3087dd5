"use client";

import { usePathname, useRouter } from "next/navigation";
import { formatMoment } from "@/components/shared/format";
import { SelectBox } from "@/components/shared/select-box";
import { useZone } from "@/components/shared/zone";
import type { RunLine } from "@/lib/services/operation/report/list";

type CompareChoiceProps = { choices: readonly RunLine[]; chosen: string };

/** Which run stands beside this one; it is in the address, so that a link shows both. */
export function CompareChoice({ choices, chosen }: CompareChoiceProps) {
  const router = useRouter();
  const path = usePathname();
  const zone = useZone();
  const options = choices.map(({ runId, run, openedAt }) => ({
    value: runId,
    label: `Run ${run}, started ${formatMoment(openedAt, zone)}`,
  }));
  const choose = (runId: string) => {
    const query = runId === "" ? "" : `?${new URLSearchParams({ with: runId })}`;
    router.replace(`${path}${query}`, { scroll: false });
  };
  return (
    <div className="print:hidden">
      <SelectBox
        label="Compare with"
        hideLabel
        value={chosen}
        options={[{ value: "", label: "No other run" }, ...options]}
        onChange={choose}
      />
    </div>
  );
}
