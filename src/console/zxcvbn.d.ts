// Parts of a package that has types only for all of it together.
declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  const graphs: typeof import('@zxcvbn-ts/language-common').adjacencyGraphs;
  export default graphs;
}
declare module '@zxcvbn-ts/language-common/dist/diceware.json.mjs' {
  const words: string[];
  export default words;
}
/** See `vite.config.ts`. */
declare module 'virtual:common-passwords' {
  const passwords: string[];
  export default passwords;
}
