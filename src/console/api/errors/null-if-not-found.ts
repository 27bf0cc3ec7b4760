import { ApiError } from './api-error.ts';

/** What the loyalty API sends for an unknown id (decisions.md, 26) and for an id that no URL can hold. */
export const LOYALTY_NOT_FOUND_STATUSES = [400, 404];

/**
 * Resolves to null for error responses with one of these statuses, so that a page can say "not found"
 * without retrying.
 */
export async function nullIfNotFound<Data>(
  request: Promise<Data>,
  statuses: readonly number[],
): Promise<Data | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && statuses.includes(error.status)) return null;
    throw error;
  }
}
