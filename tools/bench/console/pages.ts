import { fillPath, findPages } from "@/tools/shared/console/find-pages";
import { percentile } from "../harness/medians";
import { get } from "./get";

/** Of each page, in turn with the others; the first ones only warm up. */
const ROUNDS = 40;
const WARM_UP_ROUNDS = 2;

export type PageTimes = {
  /** Of the slowest page. */
  readonly pageP95Milliseconds: number;
  /** The same over that of a page that only says hello. */
  readonly pageP95Ratio: number;
};

type Asked = {
  readonly consoleUrl: string;
  readonly helloUrl: string;
  readonly cookie: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
};

/** Asks for every page of the console and for the yardstick in turn, whole documents, one at a time. */
export async function measurePages(asked: Asked): Promise<PageTimes> {
  const { consoleUrl, helloUrl, cookie, parameters, say } = asked;
  const paths = await findPages();
  const urls = [
    helloUrl,
    ...paths.map((path) => new URL(fillPath(path, parameters), consoleUrl).href),
  ];
  const times = urls.map((): number[] => []);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const [index, url] of urls.entries()) {
      const milliseconds = await timeDocument(url, cookie);
      if (round >= 0) times[index]?.push(milliseconds);
    }
  }
  const [hello = Number.NaN, ...pages] = times.map((one) => percentile(one, 0.95));
  const slowest = pages.indexOf(Math.max(...pages));
  say(`The slowest page is ${paths[slowest]}`);
  const pageP95Milliseconds = pages[slowest] ?? Number.NaN;
  return {
    pageP95Milliseconds,
    pageP95Ratio: pageP95Milliseconds / hello,
  };
}

async function timeDocument(url: string, cookie: string): Promise<number> {
  const startedMs = performance.now();
  await get(new URL(url), { cookie, accept: "text/html" });
  return performance.now() - startedMs;
}
