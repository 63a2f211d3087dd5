import { followReadme } from "../tools/first-hour/follow-readme";
import { followDocument } from "../tools/self-hosting/follow-document";

const USAGE = `Follows the five steps of the README word by word on a bare Debian of its own, from a fresh clone up to a visitor who
has waited, in a real browser and without the demo shop. Needs root on Debian or Ubuntu; takes some minutes.

  npm run test:first-hour

  --json   one JSON object as the last line: {steps, failed, seconds}
  --keep   leaves the folder with the machine's files, logs and pictures, and says where it is
  --help   this text

What is otherwise than for a newcomer: packages are installed before npm start, in the network of this machine, because the
other one has none but its own.`;

followDocument(USAGE, {
  name: "first-hour",
  document: "README.md",
  units: ["demo", "site"],
  walk: followReadme,
});
