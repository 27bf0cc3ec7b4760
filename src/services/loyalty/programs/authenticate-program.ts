import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { apiKeys, type Program, programs } from './programs-table.ts';

/**
 * Finds the program whose keys a request carries (loyalty.md, Authentication).
 * @returns undefined when a header is missing, unknown or revoked, or the two don't belong together.
 */
export async function authenticateProgram(
  db: Queries,
  headers: Record<string, string | string[] | undefined>,
): Promise<Program | undefined> {
  const apiKey = headers[API_KEY_HEADER];
  const partnerId = headers[PARTNER_ID_HEADER];
  if (typeof apiKey !== 'string' || typeof partnerId !== 'string') return undefined;
  const [program] = await db
    .select(getTableColumns(programs))
    .from(apiKeys)
    .innerJoin(programs, eq(programs.id, apiKeys.programId))
    .where(
      and(
        eq(apiKeys.digest, digest(apiKey)),
        isNull(apiKeys.revokedAt),
        eq(programs.partnerId, partnerId),
      ),
    );
  return program;
}
