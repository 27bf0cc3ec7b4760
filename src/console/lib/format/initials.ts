/** The first letters of the first two words of a name. */
export function initials(name: string): string {
  const words = name.split(/[\s._()-]+/).filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
}
