import { playShare, type Share } from "./run-lives";

// What `run-many` has given.
const share = JSON.parse(process.argv[2] ?? "") as Share;

playShare(share, (report) => process.send?.(report)).then(
  () => process.disconnect?.(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
