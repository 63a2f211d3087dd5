/** Remembers which queue tokens have started a session. It is asked of tokens that would admit. */
export interface ReplayStore {
  /**
   * Returns whether this is the token's first use, and remembers it until it expires. When it rejects,
   * the visitor is asked to try again (503).
   *
   * @param tokenHash - 64 hex digits: a queue token's own hash, or what names the admission of a pass
   */
  readonly firstUse: (
    tokenHash: string,
    expiresAtUnixSeconds: number,
  ) => boolean | Promise<boolean>;
}

/** A replay store of this process, with a count of what it had to forget. */
export interface MemoryReplayStore extends ReplayStore {
  readonly firstUse: (tokenHash: string, expiresAtUnixSeconds: number) => boolean;
  /** Tokens forgotten before they expired, because there was no room for more. */
  readonly forgotten: () => number;
  readonly size: () => number;
}

const DEFAULT_MAX_TOKENS = 100_000;

/**
 * Makes a replay store that keeps its tokens in this process: another process, and this one after
 * a restart, know nothing of them. Only genuine tokens get into it, so nobody can fill it but by
 * being admitted.
 *
 * At most `maxTokens` are kept. When all of them are still good, the one that came first is
 * forgotten and could be used again until it expires; refusing everybody new instead would close
 * the site. Choose more than are admitted within the validity of a token.
 *
 * @param now - Unix seconds; replaced in tests
 */
export function createMemoryReplayStore(
  maxTokens: number = DEFAULT_MAX_TOKENS,
  now: () => number = (): number => Math.floor(Date.now() / 1000),
): MemoryReplayStore {
  const expiries = new Map<string, number>();
  let forgotten = 0;

  /** Entries stand in the order of their coming, which is nearly that of their expiry. */
  const makeRoom = (nowUnixSeconds: number): void => {
    for (const [tokenHash, expiry] of expiries) {
      const isExpired = expiry < nowUnixSeconds;
      if (!isExpired && expiries.size < maxTokens) return;
      expiries.delete(tokenHash);
      if (!isExpired) forgotten += 1;
    }
  };

  return {
    firstUse: (tokenHash, expiresAtUnixSeconds) => {
      if (expiries.has(tokenHash)) return false;
      makeRoom(now());
      expiries.set(tokenHash, expiresAtUnixSeconds);
      return true;
    },
    forgotten: () => forgotten,
    size: () => expiries.size,
  };
}
