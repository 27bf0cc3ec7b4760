import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { text } from '#contract/loyalty/text.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';

export interface SimulatorDependencies {
  db: Database;
  clock: Clock;
}

/** The optional field of every request that selects the program (decisions.md, 39). */
export const partnerId = { partner_id: z.optional(text({ min: 1 })) };

/**
 * Finds the program of a partner ID; without one, the first program.
 * @throws {LoyaltyApiError} 400 for `partner_id` if there is none.
 */
export async function findProgram(db: Queries, partner: string | undefined): Promise<Program> {
  const [program] = await db
    .select()
    .from(programs)
    .where(partner === undefined ? undefined : eq(programs.partnerId, partner))
    .orderBy(asc(programs.id))
    .limit(1);
  if (!program) throw invalidValue('partner_id', 'There is no such program');
  return program;
}
