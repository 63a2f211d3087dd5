import { transform } from "esbuild";

/** Runs a program that imports types only, and gives what it exports. */
export async function runProgram(code: string): Promise<Readonly<Record<string, unknown>>> {
  const { code: script } = await transform(code, { loader: "ts", format: "esm" });
  const url = `data:text/javascript;base64,${Buffer.from(script).toString("base64")}`;
  return import(/* @vite-ignore */ url);
}
