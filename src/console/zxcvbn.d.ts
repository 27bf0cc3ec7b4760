// Parts of a package that has types only for all of it together.
declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  const graphs: typeof import('@zxcvbn-ts/language-common').adjacencyGraphs;
  // biome-ignore lint/style/noDefaultExport: the package's own
  export default graphs;
}
declare module '@zxcvbn-ts/language-common/dist/diceware.json.mjs' {
  const words: string[];
  // biome-ignore lint/style/noDefaultExport: the package's own
  export default words;
}
