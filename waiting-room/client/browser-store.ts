import type { Store } from "./keepsakes";

/** The browser's local storage, or memory where it is blocked or full. */
export function browserStore(): Store {
  const memory = new Map<string, string>();
  return {
    get: (key) => attempt(() => localStorage.getItem(key)) ?? memory.get(key) ?? null,
    set: (key, value) => {
      memory.set(key, value);
      attempt(() => localStorage.setItem(key, value));
    },
  };
}

/** What a use of the storage gives; null where it throws. */
export function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
