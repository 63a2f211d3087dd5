import type { ReactNode } from "react";

type KeyRowProps = {
  title: string;
  /** By what the key is known; null where there is none. */
  name: string | null;
  /** When it was made and used, or what it is good for. */
  children: ReactNode;
  actions: ReactNode;
};

/** A key with what can be done with it. */
export function KeyRow({ title, name, children, actions }: KeyRowProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 border-t border-separator pt-4">
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        {name === null ? null : <code className="block font-mono text-xs break-all">{name}</code>}
        <p className="mt-1 text-xs text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
  );
}
