// Not among the commands, so that the shell loads it only with the search.

const VERBS = {
  block: 'block',
  unblock: 'reactivate',
  reactivate: 'reactivate',
  delete: 'delete',
  tag: 'tag',
} as const;
export type MemberVerb = (typeof VERBS)[keyof typeof VERBS] | 'adjust';

/** "block jane" or "adjust points of jane" as a search for Jane and what to do with her. */
export function parseMemberSearch(text: string): { verb?: MemberVerb; q: string } {
  const [, adjusted] = /^adjust(?:\s+points)?(?:\s+of)?\s+(.+)$/i.exec(text.trim()) ?? [];
  if (adjusted) return { verb: 'adjust', q: adjusted };
  const [, word = '', q = ''] = /^(\w+)\s+(.+)$/.exec(text.trim()) ?? [];
  const verb = Object.entries(VERBS).find(([name]) => name === word.toLowerCase())?.[1];
  return verb ? { verb, q } : { q: text.trim() };
}
