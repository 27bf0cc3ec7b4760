import * as z from 'zod/mini';
import { DIRECTORY_SORTS, type DirectorySort } from '#contract/gateway/directory.ts';
import { instantSchema } from '#contract/instant.ts';
import { text } from '#contract/text.ts';
import { invalidCursor } from '#services/platform/json-api/page.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { DATED_RANK, SIMILAR_RANK } from './search/list-matches.ts';
import type { DirectoryPosition } from './sorted-members.ts';

const cursorSchema = z.tuple([
  z.enum(DIRECTORY_SORTS),
  z.int().check(z.minimum(0), z.maximum(9)),
  text(1_000),
  z.int().check(z.minimum(0)),
]);

/** A name with the continuation behind it. */
const CONTINUED = /^(.*)\t(\d{1,4})$/s;

/**
 * The version before reads it as well: it continues after the same name, and ignores the space in front,
 * which marks a list of similar matches.
 */
export function encodePosition(
  sort: DirectorySort,
  { rank, key, row, continuation = 0, isSimilar = false }: DirectoryPosition,
): string {
  const isContinued = sort === 'relevance' && (continuation > 0 || CONTINUED.test(key));
  const continued = isContinued ? `${key}\t${continuation}` : key;
  const json = JSON.stringify([sort, rank, continued, row]);
  return Buffer.from(isSimilar ? ` ${json}` : json).toString('base64url');
}

/** @throws {JsonApiError} 400 for anything but a `next_cursor` of a list with this sort */
export function decodePosition(
  cursor: string | undefined,
  sort: DirectorySort,
): DirectoryPosition | undefined {
  if (cursor === undefined) return undefined;
  const json = Buffer.from(cursor, 'base64url');
  const parsed = z.safeParse(cursorSchema, tryParseJson(json));
  if (parsed.success) {
    const [cursorSort, rank, continued, row] = parsed.data;
    const found = sort === 'relevance' ? CONTINUED.exec(continued) : null;
    const [, key = continued, continuation = '0'] = found ?? [];
    const keySort = rank === DATED_RANK ? 'enrolled' : sort;
    const hasRank = sort === 'relevance' || rank === 0;
    if (cursorSort === sort && hasRank && isKey(keySort, key)) {
      const isSimilar = rank === SIMILAR_RANK || json.toString('latin1').startsWith(' ');
      return { rank, key, row, continuation: Number(continuation), isSimilar };
    }
  }
  return invalidCursor();
}

function isKey(sort: DirectorySort, key: string): boolean {
  if (sort.endsWith('tier')) return /^\d{1,6}$/.test(key);
  if (sort.endsWith('points')) return /^-?\d{1,18}$/.test(key);
  if (sort.endsWith('enrolled') || sort.endsWith('changed')) {
    return z.safeParse(instantSchema, key).success;
  }
  return true;
}
