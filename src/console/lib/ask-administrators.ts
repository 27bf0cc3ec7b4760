/** More names than this don't help. */
const MAX_NAMES = 3;

/** Who can give more access: "Ask Ana or Ben (administrators)." */
export function askAdministrators(names: readonly string[] = []): string {
  if (names.length === 0) return 'Ask an administrator.';
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(names.slice(0, MAX_NAMES));
  return `Ask ${list} (${names.length === 1 ? 'administrator' : 'administrators'}).`;
}
