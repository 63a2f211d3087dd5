import { followDocument } from "../tools/self-hosting/follow-document";
import { followGuide } from "../tools/self-hosting/follow-guide";

const USAGE = `Follows docs/self-hosting.md word by word on a bare Debian of its own, with only the built packages, up to a visitor
who came in through the line over TLS. Needs root on Debian or Ubuntu; takes some minutes.

  npm run test:self-hosting

  --json   one JSON object as the last line: {steps, failed, seconds, replaced, visitor}
  --keep   leaves the folder with the machine's files, logs and pictures, and says where it is
  --help   this text`;

followDocument(USAGE, {
  name: "guide",
  document: "docs/self-hosting.md",
  units: ["stanchion*", "caddy"],
  walk: followGuide,
});
