import { arrayOverlaps, type SQL, sql } from 'drizzle-orm';
import { foldText } from '#contract/gateway/fold-text.ts';
import { countLetters, typoMatcher } from '#contract/gateway/match-typos.ts';
import {
  directoryMembers,
  directoryWords,
} from '#services/gateway/directory/directory-members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { ENDS_WITH, queryWords } from './search-words.ts';
import { probeKeys } from './typos.ts';

/** The conditions of a search (decisions.md, 42). */
export interface DirectorySearch {
  /** Its only word, if it has one. */
  word: string | undefined;
  matches: SQL;
  /** Matches exact ids and addresses. */
  isNamed: SQL;
  /** Matches exact ids, addresses and whole words. */
  isExact: SQL;
  /** Matches without typos; undefined if all do. */
  isPrefix: SQL | undefined;
}

/**
 * Lexemes carry the team, so that the index never reads words of other teams, and a mark for what
 * they are (search-words.ts).
 */
export function lexeme(teamId: number, word: string): string {
  return `${teamId}:${word}`;
}

/** Members that have one of the words, as search-words.ts marks them. */
export function hasWord(teamId: number, words: readonly string[]): SQL {
  return matching(anyOf(words.map((word) => quote(lexeme(teamId, word)))));
}

/** Prepares a search; typos are looked up in the team's words first. */
export async function prepareSearch(
  db: Queries,
  teamId: number,
  q: string,
): Promise<DirectorySearch> {
  const searched = queryWords(q);
  const typosOf = await findTypos(
    db,
    teamId,
    searched.map(({ word }) => word),
  );
  const words = searched.map((each) => ({ ...each, typos: typosOf.get(each.word) ?? [] }));
  const term = (word: string, suffix = '') => `${quote(lexeme(teamId, word))}${suffix}`;
  const named = [foldText(q), ...words.map(({ word }) => word)].map((word) => term(`=${word}`));
  const prefix = words.map(({ word, digits, lastDigits }) =>
    anyOf([
      term(word, ':*'),
      ...(digits ? [term(`+${digits}`, ':*')] : []),
      ...(lastDigits ? [term(`${ENDS_WITH}${lastDigits}`, ':*')] : []),
    ]),
  );
  const exact = words.map(({ word, digits }) =>
    anyOf([term(word), ...(digits ? [term(`+${digits}`)] : [])]),
  );
  const all = words.map(({ typos }, index) =>
    anyOf([prefix[index] ?? '', ...typos.map((typo) => term(typo))]),
  );
  const hasTypos = words.some(({ typos }) => typos.length > 0);
  return {
    word: words.length === 1 ? words[0]?.word : undefined,
    matches: matching(allOf(all)),
    isNamed: matching(anyOf(named)),
    isExact: matching(anyOf([...named, allOf(exact)])),
    isPrefix: hasTypos ? matching(anyOf([...named, allOf(prefix)])) : undefined,
  };
}

/** By searched word, the team's words that are not it, but may be meant. */
async function findTypos(
  db: Queries,
  teamId: number,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const searched = words.flatMap((word) => {
    const keys = countLetters(word) < 4 ? undefined : probeKeys(teamId, word);
    return keys ? [{ word, keys, isTypo: typoMatcher(word) }] : [];
  });
  if (searched.length === 0) return new Map();
  const keys = new Set(searched.flatMap((each) => each.keys));
  // One transaction for all words, so that a long search takes one connection.
  const candidates = await db.transaction(async (tx) => {
    // The planner expects that a long word shares its segments with most words, and would read them all.
    await tx.execute(sql`set local enable_seqscan = off`);
    // Without a condition on the team, whose index the planner would prefer: the keys begin with the team.
    // As one value, because there can be tens of thousands.
    const { rows } = await tx.execute<{ words: string[] }>(sql`
      select coalesce(json_agg(${directoryWords.word}), '[]') as words from ${directoryWords}
      where ${arrayOverlaps(directoryWords.segments, [...keys])}`);
    return one(rows).words;
  });
  return new Map(
    searched.map(({ word, isTypo }) => [
      word,
      candidates.filter((candidate) => isTypo(candidate) && !candidate.startsWith(word)),
    ]),
  );
}

/**
 * By a subquery, because the planner expects far too many matches if it sees that a word has many typos,
 * and would read all members.
 */
const matching = (query: string) => sql`${directoryMembers.words} @@ (select ${query}::tsquery)`;

const anyOf = (terms: string[]) => `(${terms.join(' | ')})`;
const allOf = (terms: string[]) => `(${terms.join(' & ')})`;

/** A lexeme as `tsquery` reads it. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
