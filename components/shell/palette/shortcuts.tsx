import { Dialog } from "@/components/shared/dialog";
import { Kbd } from "@/components/shared/kbd";
import type { Permission } from "@/lib/domain/permissions/roles";
import { NAVIGATION } from "../navigation";

type ShortcutsProps = { permissions: readonly Permission[]; onClose: () => void };

const EVERYWHERE = [
  { keys: ["Mod", "K"], label: "Open command menu" },
  { keys: ["/"], label: "Search this page" },
  { keys: ["?"], label: "Show shortcuts" },
  { keys: ["Esc"], label: "Close" },
];

const ON_A_LIVE_PAGE = [
  { keys: ["O"], label: "Set outflow" },
  { keys: ["P"], label: "Pause or resume" },
  { keys: ["M"], label: "Message visitors" },
  { keys: ["T"], label: "Go to timeline" },
];

/** All keys that work on every page, and those of an event's live page. */
export function Shortcuts({ permissions, onClose }: ShortcutsProps) {
  const pages = NAVIGATION.flatMap(({ items }) => items).filter(({ permission }) =>
    permissions.includes(permission),
  );
  const create = permissions.includes("event:write")
    ? [{ keys: ["C"], label: "Create event" }]
    : [];
  return (
    <Dialog title="Keyboard shortcuts" isOpen onOpenChange={onClose} size="md" isPlain>
      <div className="grid gap-part sm:grid-cols-2">
        <div className="flex flex-col gap-part">
          <Keys title="Everywhere" keys={[...EVERYWHERE, ...create]} />
          <Keys title="Live page" keys={ON_A_LIVE_PAGE} />
        </div>
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
