const NUMBERS_PER_PAGE = 8_192;
/** 32 MB of numbers: 268 million that lie close together. */
const PAGES_MAX = 32_768;

/** Remembers numbers of lanes, a bit each; no more than its bound, whatever the numbers are. */
export class NumberSet {
  readonly #pages = new Map<string, Uint8Array>();
  #isFull = false;
  #lastName = "";
  #lastPage: Uint8Array | undefined;

  /** True once numbers lay too far apart: what `add` has answered since says nothing. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** True for a number that is new. */
  add(lane: number, number: number): boolean {
    const page = this.#pageOf(lane, Math.floor(number / NUMBERS_PER_PAGE));
    if (page === null) return true;
    const at = ((number % NUMBERS_PER_PAGE) + NUMBERS_PER_PAGE) % NUMBERS_PER_PAGE;
    const held = page[at >> 3] ?? 0;
    const bit = 1 << (at & 7);
    page[at >> 3] = held | bit;
    return (held & bit) === 0;
  }

  #pageOf(lane: number, index: number): Uint8Array | null {
    const name = `${lane} ${index}`;
    if (name === this.#lastName && this.#lastPage) return this.#lastPage;
    let page = this.#pages.get(name);
    if (page === undefined) {
      if (this.#pages.size >= PAGES_MAX) {
        this.#isFull = true;
        return null;
      }
      page = new Uint8Array(NUMBERS_PER_PAGE / 8);
      this.#pages.set(name, page);
    }
    this.#lastName = name;
    this.#lastPage = page;
    return page;
  }
}
