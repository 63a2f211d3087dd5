import type { Way } from "./visitor";

/** A small store that outlives the page where the browser allows it. */
export type Store = {
  get(key: string): string | null;
  set(key: string, value: string): void;
};

/** What this browser remembers about one event, so that a repeated request is the same request. */
export type Keepsakes = {
  /** Makes and stores a join id before the first attempt; afterwards gives the same one again. */
  joinId(): string;
  /** Call once there is a place: the next join is a new one. */
  forgetJoin(): void;
  /** Makes and stores the claim of a number before it is first used; then the same one again. */
  claim(runId: number, number: number): string;
  way(runId: number, number: number): Way | null;
  keepWay(runId: number, number: number, way: Way): void;
  /** Keeps what proves something of a run's draw; of several freezes the first. */
  keepProof(thing: "receipt" | "freeze", runId: number, text: string | undefined): void;
};

/**
 * Keeps one join id, one claim and one way per event; those of another place are overwritten. `joinId` is the first, where
 * none waits for its answer.
 */
export function keepsakesOf(
  event: string,
  store: Store,
  randomToken: () => string,
  joinId?: string,
): Keepsakes {
  const read = (thing: string) => (store.get(`stanchion:${event}:${thing}`) ?? "").split(" ");
  const write = (thing: string, ...words: readonly (string | number)[]) =>
    store.set(`stanchion:${event}:${thing}`, words.join(" "));
  if (joinId && !isToken(read("join")[0])) write("join", joinId);
  return {
    joinId: () => {
      const [joinId] = read("join");
      if (isToken(joinId)) return joinId;
      const made = randomToken();
      write("join", made);
      return made;
    },
    forgetJoin: () => write("join"),
    claim: (runId, number) => {
      const [place, claim] = read("claim");
      if (place === `${runId}:${number}` && isToken(claim)) return claim;
      const made = randomToken();
      write("claim", `${runId}:${number}`, made);
      return made;
    },
    way: (runId, number) => {
      const [place, from, best] = read("way");
      if (place !== `${runId}:${number}`) return null;
      return { from: Number(from) || 0, best: Math.min(1, Number(best) || 0) };
    },
    keepProof: (thing, runId, text) => {
      const isKept = thing === "freeze" && read(thing)[0] === `${runId}`;
      if (text && !isKept) write(thing, runId, text);
    },
    keepWay: (runId, number, way) => write("way", `${runId}:${number}`, way.from, way.best),
  };
}

/** 16 random bytes as base64url. */
export function tokenOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .slice(0, 22);
}

function isToken(text: string | undefined): text is string {
  return text?.length === 22;
}
