/** A text whose words depend on a count, by the plural categories of CLDR that its language has. */
export type PluralText = { readonly other: string } & Partial<
  Readonly<Record<Intl.LDMLPluralRule, string>>
>;

/** A text of a page. `{name}` is filled in; a plural text follows its `{count}`. */
export type Text = string | PluralText;

export type TextValues = Readonly<Record<string, string | number>>;

/** Fills in a text. Numbers are written as the locale writes them; a name without a value stays as it is. */
export type Say = (text: Text, values?: TextValues) => string;

export function makeSay(language: string, locale = language): Say {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(language);
  return (text, values = {}) => {
    const { count } = values;
    const form = typeof count === "number" ? plurals.select(count) : "other";
    const chosen = typeof text === "string" ? text : (text[form] ?? text.other);
    return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      return typeof value === "number" ? numbers.format(value) : (value ?? whole);
    });
  };
}
