import { eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { type Program, programs } from './programs-table.ts';

/**
 * Loads a program and locks it against changes until the transaction ends, so that writes that depend
 * on its settings (unique fields, tier periods) never use old ones.
 */
export async function lockProgramShared(tx: Queries, id: number): Promise<Program> {
  return lock(tx, id, 'share');
}

/** Loads and locks a program for changing its settings. Inserting references to it is still possible. */
export async function lockProgramExclusively(tx: Queries, id: number): Promise<Program> {
  return lock(tx, id, 'no key update');
}

async function lock(
  tx: Queries,
  id: number,
  strength: 'share' | 'no key update',
): Promise<Program> {
  const [program] = await tx.select().from(programs).where(eq(programs.id, id)).for(strength);
  if (!program) throw new Error(`Program ${id} does not exist`);
  return program;
}
