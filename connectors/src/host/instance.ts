/**
 * Names a process, or what stands for one, with a random text. It is made when it is first asked for:
 * many processes may start from one image of the program's memory.
 */
export function nameInstance(): () => string {
  let name: string | undefined;
  return () => {
    name ??= [Math.random(), Math.random()].map((part) => part.toString(36).slice(2)).join("");
    return name;
  };
}
