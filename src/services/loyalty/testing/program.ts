import { randomBytes } from 'node:crypto';
import { activities } from '#services/loyalty/activities/activities-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { apiKeys, type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import { createServiceId } from '#services/loyalty/service-id.ts';
import { type Tier, tiers } from '#services/loyalty/tiers/tiers-table.ts';
import type { Database } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { digest } from '#services/platform/secrets/digest.ts';

const ENROLLED = new Date('2026-01-31T10:00:00Z');

/** A new program with an API key. */
export async function createProgram(
  db: Database,
  options: Partial<typeof programs.$inferInsert> = {},
): Promise<{ program: Program; credentials: Record<string, string> }> {
  const suffix = randomBytes(6).toString('hex');
  const partnerId = `partner-${suffix}`;
  const apiKey = `key-${suffix}`;
  const rows = await db
    .insert(programs)
    .values({ partnerId, name: 'Test', referralBaseUrl: 'https://shop.test/r/', ...options })
    .returning();
  const program = one(rows);
  await db.insert(apiKeys).values({ programId: program.id, digest: digest(apiKey) });
  return { program, credentials: { 'api-key': apiKey, 'partner-id': partnerId } };
}

/** Tiers by name and threshold. */
export function addTiers(
  db: Database,
  programId: number,
  thresholds: Record<string, number>,
): Promise<Tier[]> {
  const values = Object.entries(thresholds).map(([name, threshold]) => ({
    programId,
    serviceId: createServiceId(),
    name,
    threshold,
    translations: { Deutsch: `${name} (Deutsch)` },
  }));
  return db.insert(tiers).values(values).returning();
}

/** An activity with ten points unless given otherwise. */
export async function addActivity(
  db: Database,
  programId: number,
  given: Partial<typeof activities.$inferInsert> & { activityId: string },
) {
  const rows = await db
    .insert(activities)
    .values({
      programId,
      serviceId: createServiceId(),
      name: given.activityId,
      pointsConfig: { points_computation_type: 'fixed_points', points: 10 },
      createdAt: ENROLLED,
      modifiedAt: ENROLLED,
      ...given,
    })
    .returning();
  return one(rows);
}

/** Members with any state. */
export async function addMembers(
  db: Database,
  programId: number,
  given: (Partial<typeof members.$inferInsert> & { memberId: string })[],
) {
  return db
    .insert(members)
    .values(
      given.map((member) => ({
        programId,
        serviceId: createServiceId(),
        status: 'active' as const,
        enrolledAt: ENROLLED,
        modifiedAt: ENROLLED,
        tierPeriodStart: ENROLLED,
        referralCode: `R-${member.memberId}`,
        ...member,
      })),
    )
    .returning();
}
