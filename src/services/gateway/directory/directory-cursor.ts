import * as z from 'zod/mini';
import { DIRECTORY_SORTS, type DirectorySort } from '#contract/gateway/directory.ts';
import { instantSchema } from '#contract/instant.ts';
import { text } from '#contract/text.ts';
import { invalidCursor } from '#services/platform/json-api/page.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { DATED_RANK } from './search/list-matches.ts';
import type { DirectoryPosition } from './sorted-members.ts';

const cursorSchema = z.tuple([
  z.enum(DIRECTORY_SORTS),
  z.int().check(z.minimum(0), z.maximum(9)),
  text(1_000),
  z.int().check(z.minimum(0)),
]);

export function encodePosition(sort: DirectorySort, { rank, key, row }: DirectoryPosition): string {
  return Buffer.from(JSON.stringify([sort, rank, key, row])).toString('base64url');
}

/** @throws {JsonApiError} 400 for anything but a `next_cursor` of a list with this sort */
export function decodePosition(
  cursor: string | undefined,
  sort: DirectorySort,
): DirectoryPosition | undefined {
  if (cursor === undefined) return undefined;
  const parsed = z.safeParse(cursorSchema, tryParseJson(Buffer.from(cursor, 'base64url')));
  if (parsed.success) {
    const [cursorSort, rank, key, row] = parsed.data;
    const keySort = rank === DATED_RANK ? 'enrolled' : sort;
    const hasRank = sort === 'relevance' || rank === 0;
    if (cursorSort === sort && hasRank && isKey(keySort, key)) return { rank, key, row };
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
