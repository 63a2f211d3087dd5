type Sections = Readonly<Record<string, object>>;

/** The names that stand in two sections; never where there are none. */
type Twice<T extends Sections> = {
  [Section in keyof T]: {
    [Other in Exclude<keyof T, Section>]: keyof T[Section] & keyof T[Other];
  }[Exclude<keyof T, Section>];
}[keyof T];

/** All settings of all sections. */
type Together<T extends Sections> = {
  [Section in keyof T]: (entries: T[Section]) => void;
}[keyof T] extends (entries: infer All) => void
  ? All
  : never;

/**
 * The settings of all sections as one table. A setting that two sections declare does not compile, and throws where somebody
 * has silenced that.
 */
export function declaredOnce<const T extends Sections>(
  sections: T & ([Twice<T>] extends [never] ? unknown : { readonly declaredTwice: Twice<T> }),
): Together<T> {
  const entries = Object.values<object>(sections).flatMap((section) => Object.entries(section));
  const table = new Map<string, unknown>();
  for (const [name, entry] of entries) {
    if (table.has(name)) throw new Error(`The setting ${name} is declared twice.`);
    table.set(name, entry);
  }
  // Object.fromEntries forgets which name has which entry.
  return Object.fromEntries(table) as Together<T>;
}
