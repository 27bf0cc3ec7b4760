/** Whether a text contains every word of a search, without regard to case, accents and order. */
export function matchesSearch(text: string, search: string): boolean {
  const normalized = normalize(text);
  return normalize(search)
    .split(/\s+/)
    .every((word) => normalized.includes(word));
}

function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
