import { type BaseSyntheticEvent, useEffect, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type { ActionResult } from "@/lib/http/action-result";
import { type Refusal, refusalAfter } from "./refusal";
import { sayIfApprovalRequired } from "./say-if-asked";
import { markSaved } from "./unsaved";
import { useRepeatAfterProof } from "./use-reauthenticate";

const NO_ANSWER = "The console is not responding. Nothing was changed. Try again.";

type Options<Values extends FieldValues, Data> = {
  defaultValues: DefaultValues<Values>;
  submit: (values: Values) => Promise<ActionResult<Data>>;
  onDone: (data: Data, values: Values) => void;
  /** A second person was asked instead. Where it is left out, the form shows that as a refusal. */
  onSentForApproval?: () => void;
};

/** An entry of a list belongs to the one text in which a form takes the list. */
function fieldOf(path: string, valueAt: (path: string) => unknown): string {
  const [, list] = /^(.+)\.\d+$/.exec(path) ?? [];
  return list !== undefined && typeof valueAt(list) === "string" ? list : path;
}

/**
 * A form that the service checks: a refusal shows each message at its field and the rest above the
 * form, until it is put right. The values stay as typed. Asks who they are where the service wants to know, and submits once more.
 */
export function useActionForm<Values extends FieldValues, Data>(options: Options<Values, Data>) {
  const form = useForm<Values>({ defaultValues: options.defaultValues });
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { watch } = form;
  useEffect(() => {
    const watching = watch((_, { name }) =>
      setRefusal((now) => (now === null ? null : refusalAfter(now, name))),
    );
    return () => watching.unsubscribe();
  }, [watch]);
  const repeatAfterProof = useRepeatAfterProof();
  const submit = form.handleSubmit(async (values, event) => {
    const sent: unknown = event?.target;
    setRefusal(null);
    const result = await repeatAfterProof(() => options.submit(values)).catch(() => null);
    if (result === null) {
      setRefusal({ message: NO_ANSWER, paths: [] });
      return;
    }
    if (result.ok) {
      if (sent instanceof HTMLFormElement) markSaved(sent);
      options.onDone(result.data, values);
      return;
    }
    const { onSentForApproval } = options;
    if (onSentForApproval !== undefined && sayIfApprovalRequired(result)) {
      onSentForApproval();
      return;
    }
    // The service names fields by the same paths as the form; unknown ones are harmless.
    const valueAt = (path: string): unknown => form.getValues(path as Path<Values>);
    const fields = Object.entries(result.error.fields ?? {})
      .filter(([path]) => path !== "")
      .map(([path, text]) => [fieldOf(path, valueAt), text] as const);
    for (const [index, [path, text]] of fields.entries()) {
      form.setError(path as Path<Values>, { message: text }, { shouldFocus: index === 0 });
    }
    setRefusal({ message: result.error.message, paths: fields.map(([path]) => path) });
  });
  const onSubmit = (event: BaseSyntheticEvent) => {
    // A message on a group of fields would stay, and block every further submit.
    form.clearErrors();
    return submit(event);
  };
  return {
    ...{ form, control: form.control, isPending: form.formState.isSubmitting, onSubmit },
    message: refusal?.message ?? null,
  };
}
