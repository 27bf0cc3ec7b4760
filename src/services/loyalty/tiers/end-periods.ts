import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { members } from '../members/members-table.ts';
import { programs } from '../programs/programs-table.ts';
import { requalify, sumQualifiedPoints } from './requalify.ts';
import { tierPeriodEnd } from './tier-period.ts';

const BATCH = 100;

/**
 * Ends the tier periods whose time has come: the tier is what the period qualified for, and the next
 * period begins with what was earned since (loyalty.md, Member, rule 3).
 * @returns whether there may be more.
 */
export async function endTierPeriods(db: Database, now: Date): Promise<boolean> {
  const isDue = and(lte(members.tierPeriodEnd, now), isNull(members.deletedAt));
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ member: members, tierPeriodMonths: programs.tierPeriodMonths })
      .from(members)
      .innerJoin(programs, eq(programs.id, members.programId))
      .where(isDue)
      .orderBy(asc(members.id))
      .limit(BATCH)
      .for('update', { of: members, skipLocked: true });
    for (const { member, tierPeriodMonths } of due) {
      const start = member.tierPeriodEnd ?? now;
      await requalify(tx, member.id, 'either', start);
      await tx
        .update(members)
        .set({
          tierPeriodStart: start,
          tierPeriodEnd: tierPeriodEnd({ tierPeriodMonths }, start),
          qualifiedPoints: await sumQualifiedPoints(tx, { ...member, tierPeriodStart: start }),
          modifiedAt: now,
        })
        .where(eq(members.id, member.id));
    }
    // A member may have more than one period behind: whoever was away for long ends all of them.
    return due.length > 0;
  });
}
