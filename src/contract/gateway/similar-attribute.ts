/** The attribute in use that was probably meant by a new name: "shoe_size" by "Shoe Sizes". */
export function findSimilarAttribute(name: string, inUse: readonly string[]): string | undefined {
  if (inUse.includes(name)) return undefined;
  const simple = simplify(name);
  return simple === '' ? undefined : inUse.find((key) => simplify(key) === simple);
}

/** Without case, accents, punctuation and the plural. */
function simplify(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/s$/, '');
}
