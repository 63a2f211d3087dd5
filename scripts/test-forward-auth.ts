import { followForwardAuth } from "../tools/forward-auth/follow-guide";
import { followDocument } from "../tools/self-hosting/follow-document";

const USAGE = `Follows docs/connectors/forward-auth.md word by word on a bare Debian of its own: nginx, a static site and the packed
connector, up to a visitor who comes in. Needs root on Debian or Ubuntu; takes some minutes.

  npm run test:forward-auth

  --json   one JSON object as the last line: {steps, failed, seconds}
  --keep   leaves the folder with the machine's files and logs, and says where it is
  --help   this text`;

followDocument(USAGE, {
  name: "forward-auth",
  document: "docs/connectors/forward-auth.md",
  units: ["stanchion-forward-auth", "nginx"],
  walk: followForwardAuth,
});
