import type { Account } from '#contract/advocacy/accounts.ts';

/** Attributes that the account page shows by name. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'type',
  'external_id',
  'name',
  'username',
  'image_url',
  'site',
  'expires_at',
  'capabilities',
  'meta',
  'followers_count',
  'follows_count',
  'media_count',
  'likes_count',
  'created_at',
  'updated_at',
]);

/** Attributes beyond the specification. */
export function otherAttributes(attributes: Account['attributes']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([name]) => !SHOWN_ELSEWHERE.has(name)),
  );
}

/** An account's `meta` by key; a value that isn't an object is returned as `{ meta }`. */
export function metaAttributes(meta: unknown): Record<string, unknown> {
  if (meta === null || meta === undefined) return {};
  if (typeof meta === 'object' && !Array.isArray(meta)) return { ...meta };
  return { meta };
}
