import type { Guarantee } from "../mutation";
import { SESSION_ROWS } from "./sessions";
import { SIGN_IN_ROWS } from "./sign-in";

const ADDRESS = "lib/platform/client-address.test.ts";
const SIGN_IN = "lib/services/user/sign-in.db.test.ts";
const PASSWORD = "lib/services/user/password.test.ts";
const SIGN_UP = "lib/services/user/sign-up.db.test.ts";
const RESET = "lib/services/user/reset-password.db.test.ts";
const VERIFY = "lib/services/user/verify-credentials.ts";

export const SIGNING_IN: Guarantee = {
  document: "docs/security.md",
  title: "Signing in",
  rows: [
    {
      id: "sign-up-by-invitation",
      file: "lib/platform/env.ts",
      holds: "strangers may sign up only where SIGN_UP says so, whatever NODE_ENV is",
      broken: "everywhere but in production",
      edits: [
        {
          find: 'optional("SIGN_UP") ?? "invite"',
          replace:
            'optional("SIGN_UP") ?? (process.env["NODE_ENV"] === "production" ? "invite" : "open")',
        },
      ],
      tests: [
        {
          file: "lib/platform/env.test.ts",
          name: "strangers may sign up only where that is set, also with NODE_ENV=…",
        },
      ],
    },
    {
      id: "forged-address",
      file: "lib/platform/client-address.ts",
      holds: "without trusted proxies nothing counts that a client says about its address",
      broken: "the last entry of X-Forwarded-For counts",
      edits: [
        { find: "trustedProxies === 0 ? undefined : hops", replace: "hops" },
        { find: "hops.at(-trustedProxies)", replace: "hops.at(-Math.max(1, trustedProxies))" },
      ],
      tests: [
        { file: ADDRESS, name: "of … behind … trusted proxies, … counts" },
        {
          file: "lib/http/console-server.test.ts",
          name: "the console's server › takes the other end of the connection for the client, whatever the client says",
        },
      ],
    },
    {
      id: "forged-hop",
      file: "lib/platform/client-address.ts",
      holds: "behind proxies only the entry counts that the outermost trusted one wrote",
      broken: "the first entry counts",
      edits: [{ find: "hops.at(-trustedProxies)", replace: "hops[0]" }],
      tests: [{ file: ADDRESS, name: "of … behind … trusted proxies, … counts" }],
    },
    {
      id: "guesses-without-delay",
      file: "lib/services/user/throttle.ts",
      holds: "each further try waits twice as long",
      broken: "always as long",
      edits: [{ find: "power(2::float8,", replace: "power(1::float8," }],
      tests: [
        {
          file: "lib/services/user/throttle.db.test.ts",
          name: "each try after the free ones waits twice as long, and refused ones do not count",
        },
      ],
    },
    {
      id: "stranger-locks-out",
      file: "lib/services/user/throttle.ts",
      holds: "what one limit refuses reaches no other: a stranger in one network keeps nobody out",
      broken: "every limit counts every try",
      edits: [
        {
          find: "if (leftSeconds !== null) throw new TooManyTries(limit, leftSeconds);",
          replace:
            "if (leftSeconds !== null) { for (const other of limits) await countTry(other); throw new TooManyTries(limit, leftSeconds); }",
        },
      ],
      tests: [
        {
          file: SIGN_IN,
          name: "guessing › by one stranger does not keep the user out, however long it goes on",
        },
        {
          file: "lib/services/user/throttle.db.test.ts",
          name: "a try that one limit refuses does not reach the next",
        },
      ],
    },
    {
      id: "known-browser-locked-out",
      file: VERIFY,
      holds: "… and not even many networks keep out a browser that signed in before",
      broken: "it is counted like strangers",
      edits: [
        { find: "if (knownBrowser !== null) {", replace: "if (knownBrowser === undefined) {" },
      ],
      tests: [
        {
          file: SIGN_IN,
          name: "guessing › from many networks keeps strangers out, and lets a known browser in",
        },
      ],
    },
    {
      id: "known-browser-made-up",
      file: "lib/auth/known-browser.ts",
      holds: "… whose cookie nobody can make",
      broken: "the signature is not compared",
      edits: [
        {
          find: "return timingSafeEqual(Buffer.from(signature), expected) ? id : null;",
          replace: "return expected.length > 0 ? id : null;",
        },
      ],
      tests: [
        {
          file: "lib/auth/known-browser.test.ts",
          name: "it is known to nobody else, and nobody can make one",
        },
      ],
    },
    {
      id: "sprayed",
      file: VERIFY,
      holds: "guesses from one network are counted over all users",
      broken: "only at each user",
      edits: [{ find: "{ key: ofNetwork, triesMax: 20, ...growing },", replace: "" }],
      tests: [
        {
          file: SIGN_IN,
          name: "guessing › once at each of many users is noticed, refused and logged; known browsers get in",
        },
      ],
    },
    {
      id: "cheap-hash",
      file: "lib/services/user/password.ts",
      holds: "a hash costs 128 MB",
      broken: "32 MB",
      edits: [{ find: "N: 131_072", replace: "N: 32_768" }],
      tests: [
        {
          file: PASSWORD,
          name: "only the password that was hashed fits, and equal ones have different hashes",
        },
      ],
    },
    {
      id: "former-hash-stays",
      file: VERIFY,
      holds: "… and those of former cost are made anew when somebody signs in",
      broken: "they stay",
      edits: [
        {
          find: "if (isOutdated(user.passwordHash)) await hashAgain(counted, user, password);",
          replace: "",
        },
      ],
      tests: [{ file: SIGN_IN, name: "signing in › makes a hash of former cost a new one" }],
    },
    {
      id: "hashes-without-bound",
      file: "lib/services/user/password.ts",
      holds: "only so many hashes are made at once or wait",
      broken: "any number waits",
      edits: [{ find: "waiting.length >= WAITING_MAX", replace: "waiting.length < 0" }],
      tests: [
        { file: PASSWORD, name: "so many hashes wait and no more, and those that wait are made" },
      ],
    },
    {
      id: "hash-before-link",
      file: "lib/services/user/reset-password.ts",
      holds: "the link is looked at before a password is hashed",
      broken: "after what can be refused without it",
      edits: [
        {
          find: "  const tokenHash = hashMailedToken(token);",
          replace: "  requireUncommon(password, []);\n  const tokenHash = hashMailedToken(token);",
        },
      ],
      tests: [
        {
          file: RESET,
          name: "a new password by e-mail › looks at the link before it looks at the password, and is limited for an address",
        },
      ],
    },
    {
      id: "sign-up-tells",
      file: "lib/services/user/sign-up.ts",
      holds: "who asks to sign up gets the same answer, whether or not the address has a user",
      broken: "an error for those who have one",
      edits: [
        {
          find: "  if (user === null) {",
          replace:
            '  if (user !== null) throw new ServiceError("conflict", "taken");\n  if (user === null) {',
        },
      ],
      tests: [
        {
          file: SIGN_UP,
          name: "asking to sign up › gets the same answer and one e-mail, whether or not the address has a user",
        },
      ],
    },
    {
      id: "common-password",
      file: "lib/services/user/password.ts",
      holds: "passwords that are tried among the first are refused",
      broken: "taken",
      edits: [
        {
          find: "if (!isWeakPassword(password, personal) && !(await isCommonPassword(password))) return;",
          replace: "if (personal) return;",
        },
      ],
      tests: [
        {
          file: SIGN_UP,
          name: "signing up › refuses a password that is tried among the first, or that everybody can guess of the person",
        },
      ],
    },
    ...SESSION_ROWS,
    ...SIGN_IN_ROWS,
    {
      id: "failures-unlogged",
      file: VERIFY,
      holds: "a wrong password stands in the log, with who and from where",
      broken: "not logged",
      edits: [
        {
          find: 'reportSecurityEvent({ event: "sign-in.failed", userId: user?.id, from: address });',
          replace: "",
        },
      ],
      tests: [
        {
          file: SIGN_IN,
          name: "signing in › answers an unknown e-mail, a wrong password and garbage alike, and says in the log who",
        },
      ],
    },
    {
      id: "refusals-unlogged",
      file: "lib/services/security/report-refusal.ts",
      holds: "what a role may not do stands in the log and in the audit log",
      broken: "nowhere",
      edits: [{ find: 'error.code !== "forbidden"', replace: "error.code" }],
      tests: [
        {
          file: "lib/services/security/report-refusal.db.test.ts",
          name: "what a role may not do stands in the log each time, and ten times an hour in the audit log",
        },
      ],
    },
    {
      id: "refused-by-whom",
      file: "lib/http/define-action.ts",
      holds: "… with who was refused, in every action",
      broken: "without",
      edits: [{ find: "reportError(error, caller);", replace: "reportError(error, undefined);" }],
      tests: [
        {
          file: "lib/http/define-action.test.ts",
          name: "a refusal is reported with who was refused",
        },
      ],
    },
  ],
};
