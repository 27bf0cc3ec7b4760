import { and, arrayOverlaps, eq, type SQL, sql } from 'drizzle-orm';
import { foldText } from '#contract/gateway/fold-text.ts';
import { countLetters, matchesWithTypos } from '#contract/gateway/match-typos.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryMembers, directoryTerms } from './directory-members-table.ts';
import { queryTerms } from './search-terms.ts';
import { probeKeys } from './typos.ts';

/** The conditions of a search (decisions.md, 42). */
export interface DirectorySearch {
  matches: SQL;
  /** The same matches in parts, the most relevant first. */
  tiers: SQL[];
}

/**
 * Lexemes carry the team, so that the index never reads words of other teams, and a mark for what
 * they are (search-terms.ts).
 */
export function lexeme(teamId: number, word: string): string {
  return `${teamId}:${word}`;
}

/** Prepares a search; typos are looked up in the team's words first. */
export async function prepareSearch(
  db: Queries,
  teamId: number,
  q: string,
): Promise<DirectorySearch> {
  const words = await Promise.all(
    queryTerms(q).map(async ({ word, digits }) => ({
      word,
      digits,
      typos: await listWordsWithTypos(db, teamId, word),
    })),
  );
  const term = (word: string, suffix = '') => `${quote(lexeme(teamId, word))}${suffix}`;
  const named = [foldText(q), ...words.map(({ word }) => word)].map((word) => term(`=${word}`));
  const prefix = words.map(({ word, digits }) =>
    anyOf([term(word, ':*'), ...(digits ? [term(`+${digits}`, ':*')] : [])]),
  );
  const exact = words.map(({ word, digits }) =>
    anyOf([term(word), ...(digits ? [term(`+${digits}`)] : [])]),
  );
  const all = words.map(({ typos }, index) =>
    anyOf([prefix[index] ?? '', ...typos.map((typo) => term(typo))]),
  );
  const hasTypos = words.some(({ typos }) => typos.length > 0);
  const isNamed = anyOf(named);
  return {
    matches: matching(allOf(all)),
    tiers: [
      allOf([...all, isNamed]),
      allOf([...exact, `!${isNamed}`]),
      allOf([...prefix, `!${isNamed}`, `!${allOf(exact)}`]),
      ...(hasTypos ? [allOf([...all, `!${isNamed}`, `!${allOf(prefix)}`])] : []),
    ].map(matching),
  };
}

/** The team's words that are not the searched one, but may be meant. */
async function listWordsWithTypos(db: Queries, teamId: number, word: string): Promise<string[]> {
  const keys = countLetters(word) < 4 ? undefined : probeKeys(teamId, word);
  if (!keys) return [];
  const candidates = await db
    .select({ word: directoryTerms.word })
    .from(directoryTerms)
    .where(and(eq(directoryTerms.teamId, teamId), arrayOverlaps(directoryTerms.segments, keys)));
  return candidates
    .map((candidate) => candidate.word)
    .filter((candidate) => !candidate.startsWith(word) && matchesWithTypos(word, candidate));
}

const matching = (query: string) => sql`${directoryMembers.words} @@ ${query}::tsquery`;
const anyOf = (terms: string[]) => `(${terms.join(' | ')})`;
const allOf = (terms: string[]) => `(${terms.join(' & ')})`;

/** A lexeme as `tsquery` reads it. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
