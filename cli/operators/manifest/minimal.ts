import { sameValue } from "@/lib/domain/same-value";

type Reads = (value: unknown) => unknown;

/** The same value without the fields that a reader fills in by itself: read again, it is the same. */
export function minimal(value: unknown, read: Reads): unknown {
  const whole = read(value);
  const isSame = (candidate: unknown) => {
    try {
      return sameValue(read(candidate), whole);
    } catch {
      return false;
    }
  };
  return shortest(value, isSame);
}

function shortest(value: unknown, isSame: (candidate: unknown) => boolean): unknown {
  if (Array.isArray(value)) {
    let items: readonly unknown[] = value;
    for (const at of value.keys()) {
      const others = items;
      const withItem = (item: unknown) => others.map((one, place) => (place === at ? item : one));
      items = withItem(shortest(items[at], (item) => isSame(withItem(item))));
    }
    return items;
  }
  if (typeof value !== "object" || value === null) return value;
  let fields: Readonly<Record<string, unknown>> = { ...value };
  for (const name of Object.keys(fields)) {
    const { [name]: field, ...others } = fields;
    if (isSame(others)) fields = others;
    else {
      const all = fields;
      const withField = (one: unknown) => ({ ...all, [name]: one });
      fields = withField(shortest(field, (one) => isSame(withField(one))));
    }
  }
  return fields;
}
