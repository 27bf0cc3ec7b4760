import { arrayOverlaps, type SQL, sql } from 'drizzle-orm';
import { foldText } from '#contract/gateway/fold-text.ts';
import { typoMatcher } from '#contract/gateway/match-typos.ts';
import {
  directoryMembers,
  directoryWords,
} from '#services/gateway/directory/directory-members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { ENDS_WITH, type QueryWord, queryWords } from './search-words.ts';
import { probeKeys } from './typos.ts';

/** The conditions of a search (decisions.md, 42). */
export interface DirectorySearch {
  /** Its only word, if it has one. */
  word: string | undefined;
  /** Matches members with each word as a prefix. */
  matches: SQL;
  /** Matches exact ids and addresses. */
  isNamed: SQL;
  /** Matches exact ids, addresses and whole words. */
  isExact: SQL;
  /** How many characters the words of a literal match have more than those searched. */
  continuation: SQL;
}

/** The conditions of a search with typos. */
export interface SimilarSearch {
  /** Matches only with a typo. */
  isSimilar: SQL;
  /** Matches with or without typos. */
  matches: SQL;
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
  return matching(anyOf(words.map((word) => term(teamId, word))));
}

/** Prepares the search for literal matches. */
export function prepareSearch(teamId: number, q: string): DirectorySearch {
  const words = queryWords(q);
  const named = [foldText(q), ...words.map(({ word }) => word)].map((word) =>
    term(teamId, `=${word}`),
  );
  const exact = words.map(({ word, digits }) =>
    anyOf([term(teamId, word), ...(digits ? [term(teamId, `+${digits}`)] : [])]),
  );
  return {
    word: words.length === 1 ? words[0]?.word : undefined,
    matches: matching(allOf(words.map((each) => prefixOf(teamId, each)))),
    isNamed: matching(anyOf(named)),
    isExact: matching(anyOf([...named, allOf(exact)])),
    continuation: continuationOf(teamId, words),
  };
}

/**
 * Prepares the search for matches with typos, which are looked up in the team's words first.
 *
 * @returns undefined if there are none
 */
export async function prepareSimilarSearch(
  db: Queries,
  teamId: number,
  q: string,
): Promise<SimilarSearch | undefined> {
  const words = queryWords(q);
  const typosOf = await findTypos(
    db,
    teamId,
    words.map(({ word }) => word),
  );
  const typos = words.map(({ word }) =>
    (typosOf.get(word) ?? []).map((typo) => term(teamId, typo)),
  );
  if (typos.every((each) => each.length === 0)) return undefined;
  const prefix = words.map((each) => prefixOf(teamId, each));
  const any = allOf(prefix.map((each, index) => anyOf([each, ...(typos[index] ?? [])])));
  return {
    // The index looks up the typos, which are few, first.
    isSimilar: matching(`${any} & ${anyOf(typos.flat())} & !${allOf(prefix)}`),
    matches: matching(any),
  };
}

function prefixOf(teamId: number, { word, digits, lastDigits }: QueryWord): string {
  return anyOf([
    term(teamId, word, ':*'),
    ...(digits ? [term(teamId, `+${digits}`, ':*')] : []),
    ...(lastDigits ? [term(teamId, `${ENDS_WITH}${lastDigits}`, ':*')] : []),
  ]);
}

/** Words of a search whose continuations count for the order. */
const CONTINUED_WORDS_MAX = 4;

/** Of an email address, only what is before the `@` counts, unless it was searched for as a whole. */
function continuationOf(teamId: number, words: readonly QueryWord[]): SQL {
  const lengths = words.slice(0, CONTINUED_WORDS_MAX).map(({ word, digits, lastDigits }) => {
    const text = sql.raw(word.includes('@') ? 'lexeme' : `split_part(lexeme, '@', 1)`);
    const beginnings = [word, digits && `+${digits}`, lastDigits && `${ENDS_WITH}${lastDigits}`]
      .flatMap((beginning) => (beginning ? [lexeme(teamId, beginning)] : []))
      .map((beginning) => sql`starts_with(lexeme, ${beginning})`);
    return sql`coalesce(min(length(${text})) filter (where ${sql.join(beginnings, sql` or `)}), 0)`;
  });
  return sql`(select ${sql.join(lengths, sql` + `)} from unnest(${directoryMembers.words}))`;
}

/** By searched word, the team's words that are not it, but may be meant. */
async function findTypos(
  db: Queries,
  teamId: number,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  const searched = words.flatMap((word) => {
    const keys = probeKeys(teamId, word);
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
    await tx.execute(sql`set local enable_seqscan to default`);
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

const term = (teamId: number, word: string, suffix = '') =>
  `${quote(lexeme(teamId, word))}${suffix}`;
const anyOf = (terms: string[]) => `(${terms.join(' | ')})`;
const allOf = (terms: string[]) => `(${terms.join(' & ')})`;

/** A lexeme as `tsquery` reads it. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
