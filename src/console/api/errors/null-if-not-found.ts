import { ApiError } from './api-error.ts';

/** What the loyalty API answers for an unknown id (decisions.md, 26), and for one that no address can hold. */
export const LOYALTY_NOT_FOUND_STATUSES = [400, 404];

/**
 * What is read, or null where the service answers that there is none: a page says so then, and nothing
 * comes of reading it again.
 *
 * @param statuses those that say so
 */
export async function nullIfNotFound<Reply>(
  request: Promise<Reply>,
  statuses: readonly number[],
): Promise<Reply | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiError && statuses.includes(error.status)) return null;
    throw error;
  }
}
