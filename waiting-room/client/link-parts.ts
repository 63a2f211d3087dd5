/** A piece of a text: an address that people can follow, or words. */
type Part = { readonly text: string; readonly isLink: boolean };

/** An https address, without the stop that ends its sentence. */
const ADDRESS = /(https:\/\/[^\s<>"]*[^\s<>".,:;!?)\]'’”、。])/;

/** The pieces of a text in order: every second one is an address. Empty words are left out, so that words alone are one piece. */
export function linkParts(text: string): readonly Part[] {
  return text
    .split(ADDRESS)
    .map((part, index) => ({ text: part, isLink: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}
