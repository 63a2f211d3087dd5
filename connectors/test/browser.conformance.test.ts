import { afterAll } from "vitest";
import { buildScript, launchChromium, startBrowserSite } from "./browser-site.ts";
import { runConformance } from "./conformance.ts";

const [browser, script] = await Promise.all([launchChromium(), buildScript()]);
afterAll(() => browser.close());

const NO_ANSWER = "a page is there already; the script in it makes no answer with headers";
const NO_HEADERS = "a page does not see the headers that it came with";
const NO_METHOD = "pages are loaded with GET";
const NO_AJAX =
  "the page is checked, not its scripts' requests; connectors on servers answer those";
const NO_ADDRESS = "the waiting room binds the sessions of pages to no address";
const NO_MEMORY = "each page loads the rules anew and knows none from before";
const NO_PASSES = "the waiting room checks passes for it";
const NO_SERVER = "only connectors on servers are told this";
const ONE_COOKIE = "a browser keeps one cookie of a name for a host and a path";
const ROOM_DECIDES = "the waiting room decides, and leads to its own pages";

runConformance({
  runtime: "browser",
  start: (setup) => startBrowserSite(setup, browser, script),
  cannot: {
    "pages without a rule, and of ignore rules, are served": NO_ANSWER,
    "a visitor without a session is sent to the queue, and no cache keeps that": NO_ANSWER,
    "a HEAD request is redirected, a POST request is, too": NO_METHOD,
    "an enqueue token of the site goes along": "a tag has no function to make one; the module has",
    "a rule's lane goes along, signed, for each visitor anew": "a page has no secret to sign with",
    "a rule for a method holds for that method alone": NO_METHOD,
    "a preflight goes on to the site, and nothing is added to its answer": NO_METHOD,
    "what no browser sends as a preflight is none": NO_METHOD,
    "scripts of named origins can read where the line is, others cannot": NO_AJAX,
    "a script is told where its page has to go": NO_AJAX,
    "error hash: a forged token, and the bad session is cleared": NO_ANSWER,
    "error ip: a token of another address": NO_ADDRESS,
    "error sessionstate: a session of another address": NO_ADDRESS,
    "a good token starts a session and leaves the address bar": NO_ANSWER,
    "a POST request with a good token keeps its body": NO_METHOD,
    "a token in the header x-queueittoken counts": "a page has no headers of its own",
    "several waiting rooms in one rule: any session or token counts": ROOM_DECIDES,
    "leaving ends the session and tells the waiting room": NO_ANSWER,
    "a script that leaves is told where its page has to go": NO_AJAX,
    "a response that ends the visit takes the session away and does not say so": NO_HEADERS,
    "a response that ends the visit keeps the site's own cookies": NO_HEADERS,
    "a POST request with a good token starts no session that ends at once": NO_HEADERS,
    "a visit that the site ends is reported as over, once and for all": NO_HEADERS,
    "a shared cache keeps no answer with a session": NO_HEADERS,
    "of what a site says to caches, an answer with a session keeps what is for browsers":
      NO_HEADERS,
    "a response that ends a visit is kept by no shared cache": NO_HEADERS,
    "an answer without a cookie of ours is kept as the site says": NO_HEADERS,
    "diagnostics say why, and admit nobody": NO_SERVER,
    "a token admits once, and its visitor may reload": NO_SERVER,
    "a token that is written in another way is the same token": NO_SERVER,
    "activity is reported, and a place that was taken back counts no more": NO_SERVER,
    "of two cookies of a name the good one counts, a fourth is not read": ONE_COOKIE,
    "names that every object has are no headers or cookies": "a page has no headers of its own",
    "without any config, failOpen: true lets requests through and marks them": NO_ANSWER,
    "without any config, failOpen: false answers 503, not to be kept": NO_ANSWER,
    "pulls carry the API key and say who pulls": "the rules for pages are open to everybody",
    "a config that is older is refused": NO_MEMORY,
    "a config of another customer is refused": NO_MEMORY,
    "a config that cannot be obeyed is refused": NO_MEMORY,
    "no JSON, and an error page, are no config": NO_MEMORY,
    "with public keys, only a signed config counts": NO_SERVER,
    "a pushed config counts if the waiting room sent it": NO_SERVER,
    "with public keys, only a signed push counts": NO_SERVER,
    "a pass lets in, and its session goes on by the cookie": NO_PASSES,
    "a pass that was made by anybody else lets nobody in": NO_PASSES,
    "a pass of an older run, another event or an earlier time lets nobody in": NO_PASSES,
    "a pass and its session are good from their user agent and address only": NO_PASSES,
    "where signatures are checked, a token never stands for a pass": NO_PASSES,
    "a queue token binds to the user agent as well": NO_ANSWER,
    "where no signature is checked, tokens count as far as the waiting room allows": NO_PASSES,
  },
});
