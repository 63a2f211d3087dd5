import type { AddressListView } from "@/lib/services/sites/address-list/address-list-view";
import type { CreateListInput } from "@/lib/services/sites/address-list/schemas";

/** What the form of a list holds; of `contents` only what the kind has is sent. */
export type ListFormValues = {
  name: string;
  key: string;
  counts: boolean;
  contents: {
    kind: "typed" | "feed";
    text: string;
    url: string;
    everyMinutes: string;
  };
};

export const NEW_LIST: ListFormValues = {
  name: "",
  key: "",
  counts: false,
  contents: { kind: "typed", text: "", url: "", everyMinutes: "360" },
};

export function formValuesOf(list: AddressListView): ListFormValues {
  const { name, key, counts, kind, text, url, everyMinutes } = list;
  return {
    name,
    key,
    counts,
    contents: { kind, text, url: url ?? "", everyMinutes: String(everyMinutes) },
  };
}

export function contentsOf({ contents }: ListFormValues): CreateListInput["contents"] {
  const { kind, text, url, everyMinutes } = contents;
  if (kind === "typed") return { kind, text };
  return { kind, url, everyMinutes: Number(everyMinutes) };
}
