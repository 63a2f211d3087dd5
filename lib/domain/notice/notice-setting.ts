/** In which ways visitors may be told of their turn, as the event sets it. */
export type NoticeSetting = { readonly mail: boolean; readonly push: boolean };

export const NO_NOTICES: NoticeSetting = { mail: false, push: false };

/** What the installation can do: it has a mail server, and the key by which push services know it, in base64url. */
export type NoticeMeans = { readonly mail: boolean; readonly pushKey: string | null };

export const NO_MEANS: NoticeMeans = { mail: false, pushKey: null };

/** Of an event's settings, what decides. */
type Rules = {
  readonly notices?: NoticeSetting;
  readonly method: string;
  readonly absenceMinutes: number | null;
};

/**
 * How a visitor who waits can be told: what the event wants and the installation is able to do. Not at all in random
 * order, where nobody knows when a turn comes, and where a place ends when its page is closed for some minutes.
 */
export function noticesOffered(
  { notices = NO_NOTICES, method, absenceMinutes }: Rules,
  means: NoticeMeans,
): NoticeMeans {
  if (method !== "fifo" || absenceMinutes !== null) return NO_MEANS;
  return {
    mail: notices.mail && means.mail,
    pushKey: notices.push ? means.pushKey : null,
  };
}

/** True when there is any way at all. */
export function isOffered({ mail, pushKey }: NoticeMeans): boolean {
  return mail || pushKey !== null;
}
