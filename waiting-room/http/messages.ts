type Message = {
  /** HTTP status that goes with the page. */
  readonly status: number;
  readonly headline: string;
  readonly lead: string;
  /** For the people who run the site; shown in small print. */
  readonly operator?: string;
};

/** Every page that is not the waiting page, by its stable code. */
export const MESSAGES = {
  inside: {
    status: 200,
    headline: "You are in",
    lead: "Your turn has come, and your visit to the site goes on.",
  },
  "visit-over": {
    status: 200,
    headline: "Your visit is over",
    lead: "Your seat on the site is kept a little longer, in case you are still there.",
  },
  "pass-refused": {
    status: 503,
    headline: "The site keeps sending you back",
    lead: "Your turn has come and you have a valid pass, but the site does not accept it. This is a fault of the site, not yours, and your turn is not lost: try again, you get in as soon as the site is repaired.",
    operator:
      "The same pass came back three times. Either the secret of the connector is not the active secret of this customer, or the clock of the site is wrong. Compare both, and the event id of the action.",
  },
  "used-elsewhere": {
    status: 409,
    headline: "Used on another device",
    lead: "Somebody went in with this place from another browser. A place lets one browser in. If that was you, go on there; otherwise you can join again at the end of the line.",
  },
  "join-again": {
    status: 410,
    headline: "This place has ended",
    lead: "It was used, or the line was started anew. You can join again at the end of the line.",
  },
  "staff-link": {
    status: 200,
    headline: "Go past the line",
    lead: "This link lets you in without waiting. Each use is recorded.",
  },
  "staff-link-invalid": {
    status: 403,
    headline: "This staff link does not work",
    lead: "It has expired or was changed on the way. Ask whoever sent it to you for a new one.",
  },
  "on-hold": {
    status: 503,
    headline: "This line is on hold",
    lead: "Whoever runs this waiting room lets nobody in at the moment. Your link works again when the line goes on.",
  },
  "enter-code": {
    status: 200,
    headline: "Your access code",
    lead: "With a code you join the line that it belongs to. A place that you hold already is given back then.",
  },
  "invitation-needed": {
    status: 403,
    headline: "By invitation only",
    lead: "To join this line you need the link that you were sent, or an access code.",
  },
  "invitation-invalid": {
    status: 403,
    headline: "This invitation does not work",
    lead: "It has expired, was changed on the way or belongs to another line. Open the link again as you got it.",
    operator:
      "The enqueue token was refused: compare its secret, customer id, event id and times with this event.",
  },
  "invitation-used": {
    status: 409,
    headline: "This invitation was used",
    lead: "An invitation gives one place, and somebody has taken it. Go on in the browser in which it was opened first.",
  },
  "code-mistyped": {
    status: 400,
    headline: "This code is mistyped",
    lead: "No code reads like this. Please compare it with the one that you were given.",
  },
  "code-unknown": {
    status: 403,
    headline: "This code is not known here",
    lead: "It reads well but does not belong to this line. Please check which sale it is for.",
  },
  "code-guesses": {
    status: 429,
    headline: "Too many codes were tried",
    lead: "From where you are, too many codes were tried that are not known here. Please wait a few minutes; your code stays good.",
  },
  "code-spent": {
    status: 409,
    headline: "This code was used",
    lead: "It has been used as often as it may. Ask whoever gave it to you for another one.",
  },
  "code-revoked": {
    status: 403,
    headline: "This code was withdrawn",
    lead: "Whoever gave it out has taken it back, so it opens nothing any more. A place that you have in line already stays yours.",
  },
  held: {
    status: 200,
    headline: "A moment, please",
    lead: "More people are here than fit. Keep this page open: it tries again by itself.",
  },
  left: {
    status: 200,
    headline: "You have left the line",
    lead: "Your place was given back. You can join again at the end at any time.",
  },
  "sold-out": {
    status: 410,
    headline: "Sold out",
    lead: "Nothing is left. Thank you for waiting with us.",
  },
  cancelled: {
    status: 200,
    headline: "You have left",
    lead: "Your visit has ended and your seat is free for somebody else. You can join again at any time.",
  },
  "unknown-event": {
    status: 404,
    headline: "There is no line here",
    lead: "The address names a line that does not exist or is not open. Please check the link, or go back to the site that sent you.",
  },
  ended: {
    status: 410,
    headline: "This has ended",
    lead: "The line is closed. Thank you for your patience.",
  },
  "token-hash": {
    status: 403,
    headline: "Your pass was not accepted",
    lead: "The site could not confirm that your pass is genuine. Please join the line for a new one.",
    operator: "The signature did not match: check the connector’s secret.",
  },
  "token-timestamp": {
    status: 403,
    headline: "Your pass has expired",
    lead: "A pass is good for a short time only, and yours reached the site too late. Please join the line for a new one.",
    operator:
      "If this is frequent, the clock of the site is wrong or the pass validity is too short.",
  },
  "token-eventid": {
    status: 403,
    headline: "This pass is for something else",
    lead: "Your pass belongs to another event. Please join the line of this one.",
  },
  "token-ip": {
    status: 403,
    headline: "Your connection has changed",
    lead: "The pass was made for another network address. Please join the line again on this connection.",
    operator:
      "If this is frequent, the waiting room and the site see visitors at different addresses: check what the proxies in front of both pass on, or let the event’s tokens count from every address.",
  },
  "token-qidlimit": {
    status: 403,
    headline: "This pass was used too often",
    lead: "One pass lets one person in, and yours was used more often than that. Please join the line for one of your own.",
    operator:
      "The connector counts how often a queue id comes in. If honest visitors see this, its limit is too low.",
  },
  "session-state": {
    status: 403,
    headline: "Your visit could not be confirmed",
    lead: "The site could not match your visit with your pass. Please join the line again.",
  },
  "token-other": {
    status: 403,
    headline: "Your pass was not accepted",
    lead: "The site did not accept your pass. Please join the line for a new one.",
  },
  "connector-setup": {
    status: 200,
    headline: "The connector is not set up",
    lead: "It lacks the customer id or the secret. Give it both, start it anew, and open a new diagnostics link from the console.",
  },
  "connector-hash": {
    status: 200,
    headline: "The connector has another secret",
    lead: "It could not confirm a link that was signed with the active secret. Compare the key ids in the console and give the connector that secret, or one with which it can be activated.",
  },
  "connector-timestamp": {
    status: 200,
    headline: "The link is too old for the connector",
    lead: "Diagnostics links work for five minutes. Open a new one; if it is refused too, the clock of the site is wrong.",
  },
  "connector-other": {
    status: 200,
    headline: "The connector reports a fault",
    lead: "It gave no reason that is known here. The log of the site has more.",
  },
  "bad-request": {
    status: 400,
    headline: "This address is not complete",
    lead: "Something in the link is missing or damaged. Please go back to the site and try again.",
  },
  "id-in-capitals": {
    status: 400,
    headline: "This address is not complete",
    lead: "Something in the link is damaged. Please go back to the site and try again.",
    operator:
      "The customer id or the event id has capitals. Here both are in small letters, because with capitals connectors do not find their own sessions again. Change the id in the link or in the site's code; rules that are published here have it right.",
  },
  "cross-site": {
    status: 403,
    headline: "Please start from the waiting page",
    lead: "This request came from another site, so nothing was changed.",
  },
  "not-open": {
    status: 404,
    headline: "This line has not been opened",
    lead: "The people who run the site have not started it yet. Please come back later.",
    operator: "Start the event in the console.",
  },
  "no-secret": {
    status: 503,
    headline: "Your place is kept",
    lead: "The site cannot let anybody in at the moment. Please try again in a minute.",
    operator:
      "This customer has no active secret, so no pass can be signed. Generate one in the console.",
  },
  "api-key-refused": {
    status: 401,
    headline: "This needs an API key",
    lead: "Send a valid key of this customer in the api-key header.",
  },
  "api-key-expired": {
    status: 401,
    headline: "This API key has expired",
    lead: "Make a new one in the console and put it in the place of this one.",
  },
  "scope-missing": {
    status: 403,
    headline: "This API key is for something else",
    lead: "The key lacks the scope that this answer names. Make a key with it in the console.",
  },
  "no-config": {
    status: 404,
    headline: "Nothing has been published",
    lead: "This customer has no published integration config yet.",
  },
  "not-found": {
    status: 404,
    headline: "Nothing here",
    lead: "There is no page at this address.",
  },
  "method-not-allowed": {
    status: 405,
    headline: "That does not work here",
    lead: "This address cannot be used in this way.",
  },
  "too-large": {
    status: 413,
    headline: "That was too much",
    lead: "The request is larger than anything this page needs.",
  },
  recovering: {
    status: 503,
    headline: "Your place is kept",
    lead: "We are putting something right. Nobody overtakes you. Please load this page again in a few seconds.",
  },
  internal: {
    status: 500,
    headline: "Something went wrong",
    lead: "This is our fault. If you have a place, it is kept. Please try again in a moment.",
  },
} as const satisfies Readonly<Record<string, Message>>;

export type MessageCode = keyof typeof MESSAGES;

/** The message of a code, with the words for operators where there are any. */
export function messageOf(code: MessageCode): Message {
  return MESSAGES[code];
}
