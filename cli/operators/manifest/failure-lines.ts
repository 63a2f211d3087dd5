import { StanchionError } from "@/client/src/stanchion-error";
import type { ReadManifest } from "./parse-manifest";
import type { Step } from "./plan";
import type { Path } from "./read-yaml";

type Failed = { readonly step: Step; readonly error: unknown };
type Where = { readonly file: string; readonly read: ReadManifest };

/** Why the API refused a step: each wrong field where it stands in the file. Throws what is no refusal. */
export function failureLines({ step, error }: Failed, { file, read }: Where): readonly string[] {
  if (!(error instanceof StanchionError)) throw error;
  const { code, message, errors } = error;
  const fields = errors.map(({ pointer, detail }) => {
    const { line, column } = read.locate(pathOf(step, pointer, read));
    return `    ${file}:${line}:${column} ${detail}`;
  });
  return [`    ${message} (${code})`, ...fields];
}

const PARTS = {
  ...{ list: "lists", theme: "themes", event: "events", webhook: "webhooks" },
  ...{ threshold: "thresholds", "alert rule": "alertRules" },
} as const;

function pathOf({ thing, key }: Step, pointer: string, { manifest }: ReadManifest): Path {
  const steps = pointer.split("/").slice(1);
  const fields = steps.map((one) => (/^\d+$/.test(one) ? Number(one) : one));
  if (thing === "rules") return ["rules"];
  if (thing !== "rule") return [PARTS[thing], key, ...fields];
  const index = (manifest.rules ?? []).findIndex(({ name }) => name === key);
  return ["rules", index, ...(fields[0] === "rule" ? fields.slice(1) : fields)];
}
