import { eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { type Program, programs } from './programs-table.ts';

/**
 * Reads a program as it is now, and keeps it so until the transaction ends: what is written by its
 * settings (unique fields, tier periods) never misses a change of them.
 */
export async function lockProgramShared(tx: Queries, id: number): Promise<Program> {
  return lock(tx, id, 'share');
}

/** Reads a program to change its settings, once nobody holds it; others may still refer to it. */
export async function lockProgramExclusively(tx: Queries, id: number): Promise<Program> {
  return lock(tx, id, 'no key update');
}

async function lock(
  tx: Queries,
  id: number,
  strength: 'share' | 'no key update',
): Promise<Program> {
  const [program] = await tx.select().from(programs).where(eq(programs.id, id)).for(strength);
  if (!program) throw new Error('The program is gone');
  return program;
}
