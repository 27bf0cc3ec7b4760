import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Queries } from '#services/platform/database/database.ts';
import { FIGURES, selectDifferences } from '#services/platform/database/figures/figures.ts';

/** Compares all derived figures with a fresh count. A test that destroys or migrates rows ends with it. */
export async function expectFigures(db: Pick<Queries, 'execute'>): Promise<void> {
  for (const figure of FIGURES) {
    const { rows } = await db.execute(sql.raw(selectDifferences(figure)));
    expect(rows, figure.table).toEqual([]);
  }
}
