"use client";

import { Dialog } from "@/components/shared/dialog";
import { Kbd } from "@/components/shared/kbd";
import type { Permission } from "@/lib/domain/permissions/roles";
import { NAVIGATION } from "../navigation";

type ShortcutsProps = { permissions: readonly Permission[]; onClose: () => void };

const EVERYWHERE = [
  { keys: ["Mod", "K"], label: "Go anywhere, or do something" },
  { keys: ["/"], label: "Search on this page" },
  { keys: ["?"], label: "These keys" },
  { keys: ["Esc"], label: "Close what is open" },
];

/** All keys that work on every page. */
export function Shortcuts({ permissions, onClose }: ShortcutsProps) {
  const pages = NAVIGATION.flatMap(({ items }) => items).filter(({ permission }) =>
    permissions.includes(permission),
  );
  const create = permissions.includes("event:write")
    ? [{ keys: ["C"], label: "Create an event" }]
    : [];
  return (
    <Dialog title="Keys" isOpen onOpenChange={onClose} size="md">
      <div className="grid gap-part sm:grid-cols-2">
        <Keys title="Everywhere" keys={[...EVERYWHERE, ...create]} />
        <Keys
          title="Go to"
          keys={pages.map(({ label, key }) => ({ keys: ["G", key.toUpperCase()], label }))}
          then
        />
      </div>
    </Dialog>
  );
}

type KeysProps = {
  title: string;
  keys: readonly { readonly keys: readonly string[]; readonly label: string }[];
  then?: boolean;
};

function Keys({ title, keys, then = false }: KeysProps) {
  return (
    <section>
      <h3 className="mb-1 text-heading">{title}</h3>
      <dl className="divide-y divide-separator">
        {keys.map((one) => (
          <div key={one.label} className="flex items-center justify-between gap-3 py-1.5">
            <dt className="text-sm">{one.label}</dt>
            <dd className="shrink-0">
              <Kbd keys={one.keys} then={then} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
