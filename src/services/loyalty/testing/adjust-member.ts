import { eq } from 'drizzle-orm';
import type { Adjustment } from '#contract/points/adjustment.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { adjustPoints } from '#services/loyalty/points/adjust-points.ts';
import { NotEnoughPointsError } from '#services/loyalty/points/spend-points.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';

/**
 * Adjusts the points of one member, by its internal id.
 * @throws {NotEnoughPointsError}
 */
export async function adjustMember(
  tx: Queries,
  program: Program,
  memberId: number,
  adjustment: Adjustment,
  now: Date,
): Promise<void> {
  const { serviceId } = one(
    await tx.select({ serviceId: members.serviceId }).from(members).where(eq(members.id, memberId)),
  );
  const address = { member: serviceId, idParam: undefined };
  const given = { ...adjustment, address, context: currentContext() };
  const [entry] = await adjustPoints(tx, program, [given], now);
  if (!entry) throw new NotEnoughPointsError('There are not enough points');
}
