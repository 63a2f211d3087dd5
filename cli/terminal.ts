/** How a command ended: its exit code, or that its process serves until a signal. */
export type Ending = number | "serving";

/** Where commands write: results to the output, progress and failures to the error output. */
export interface Output {
  readonly print: (line: string) => void;
  readonly note: (line: string) => void;
}

/** What a command gets to work with. */
export interface Terminal extends Output {
  /** 0 until the command says otherwise. */
  ending: Ending;
}

export const STANDARD_OUTPUT: Output = {
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
};
