declare module "workerd" {
  /** Where the program is. */
  const path: string;
  // biome-ignore lint/style/noDefaultExport: This is what the package exports.
  export default path;
}
