/** As the service says it. */
export const REQUIRED = "This field is required.";

type TextFieldRules = {
  readonly type?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** What else the field looks at. */
  readonly validate?: ((value: string) => string | true) | undefined;
};

/** What is wrong with a text as far as the form can see by itself: the service need not be asked for that. */
export function textProblem(value: string, rules: TextFieldRules): string | true {
  if (rules.isRequired === true && value.trim() === "") return REQUIRED;
  if (rules.type === "email" && value.trim() !== "" && !/^\S+@\S+$/.test(value.trim()))
    return "Enter an e-mail address, such as ana@example.com.";
  return rules.validate?.(value) ?? true;
}
