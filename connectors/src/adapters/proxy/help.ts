export const HELP = `Usage: stanchion-connector proxy [options]
       stanchion-connector forward-auth [options]

proxy: a reverse proxy that sends visitors to the waiting room until it is their turn.
forward-auth: tells a proxy that you have (nginx auth_request, Caddy forward_auth, Traefik
ForwardAuth and others) which requests may go on.

Required
  --customer-id ID        your id at the waiting room
  --config-url URL        where your rules are pulled from
  --fail-closed           answer 503 while no rules were ever seen, or
  --fail-open             let everybody in while no rules were ever seen
  STANCHION_SECRETS       secrets, divided by commas: the first signs, all verify
  STANCHION_API_KEY       the API key

Required for proxy
  --origin URL            the site behind the proxy, e.g. http://127.0.0.1:3000

Required for forward-auth
  --proxy NAME            nginx, ingress-nginx, apache, caddy, haproxy, traefik or envoy
  STANCHION_PROXY_KEY     what the proxy sends as X-Stanchion-Key, 16 characters or more

Optional
  --listen [HOST:]PORT    default 8080 on every address; forward-auth: 127.0.0.1:9080
  --trusted-proxies N     how many proxies in front are yours (default 0; forward-auth: 1, the
                          one that asks)
  --config-file PATH      keeps the last good rules over a restart
  --config-public-keys K  take only rules signed with one of these, divided by commas
  --min-config-version N  refuses older ones, though they are signed
  --waiting-room URL      replaces https:// and the queue domain in redirects
  --activity-url URL      reports there who is on the site
  --allowed-origins O     origins whose scripts may read where the line is, divided by commas
  --replay                a token starts one session only, in this process
  --no-address-binding    visitors may come back from another address

Optional for proxy
  --origin-host HOST      sent to the origin as Host (default: the visitor's)
  --accept-push           takes rules that the waiting room pushes
  --origin-timeout S      seconds until the origin begins to answer (default 30)
  --idle-timeout S        seconds that a body or a WebSocket may pause (default 120)
  --max-body BYTES        largest body of a request (default 100000000)

Optional for forward-auth
  --proxy-addresses A     addresses and networks that may ask, divided by commas
                          (default 127.0.0.1,::1)

Each option may come from the environment instead: --origin-host as STANCHION_ORIGIN_HOST,
--replay as STANCHION_REPLAY=true. Secrets and keys come only from there, or from the files that
STANCHION_SECRETS_FILE, STANCHION_API_KEY_FILE and STANCHION_PROXY_KEY_FILE name, so that no list of
processes shows them. Events with secrets of their own: STANCHION_EVENT_SECRETS="sale=secret,older
drop=secret".
`;
