import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { text } from '#contract/loyalty/text.ts';
import { memberCounters } from '#services/loyalty/members/member-counters-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { tierPeriodEnd } from '#services/loyalty/tiers/tier-period.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { lockProgramExclusively } from './lock-program.ts';
import { type Program, programs } from './programs-table.ts';
import { markUnique, type UniqueField } from './unique-fields.ts';

const DAYS_MAX = 36_500;
const MONTHS_MAX = 120;

const partnerIdSchema = z.string().check(
  z.regex(/^[A-Za-z0-9._~-]{1,100}$/, {
    error: 'Takes up to 100 letters, digits, dots, hyphens, underscores and tildes',
  }),
);
const whole = (maximum: number) => {
  const error = `Takes a whole number from 1 to ${maximum}`;
  return z.nullable(z.int({ error }).check(z.minimum(1, { error }), z.maximum(maximum, { error })));
};
const settingsSchema = z.partial(
  z.object({
    name: text({ min: 1 }),
    referralBaseUrl: z.url({
      protocol: /^https?$/,
      error: 'Takes an http or https address that referral codes are appended to',
    }),
    emailUnique: z.boolean(),
    phoneUnique: z.boolean(),
    pointsExpireAfterDays: whole(DAYS_MAX),
    tierPeriodMonths: whole(MONTHS_MAX),
  }),
);

/** What can be changed of a program; what is left out stays, or is the default. */
export type ProgramSettings = z.input<typeof settingsSchema>;

/**
 * Creates a program, without tiers, activities and keys.
 * @throws {OperatorError} when a value is not valid, or there is a program of this partner id.
 */
export async function createProgram(
  db: Queries,
  given: ProgramSettings & { partnerId: string },
): Promise<Program> {
  const partnerId = checkValue('partner_id', partnerIdSchema, given.partnerId);
  const { name, referralBaseUrl, ...settings } = checkValue('', settingsSchema, given);
  if (name === undefined) throw new OperatorError('name: Is required');
  if (referralBaseUrl === undefined) throw new OperatorError('referral_base_url: Is required');
  try {
    const [program] = await db
      .insert(programs)
      .values({ partnerId, name, referralBaseUrl, ...settings })
      .returning();
    return program as Program;
  } catch (error) {
    if (violatesUnique(error, 'loyalty_programs_partner_unique')) {
      throw new OperatorError(`There is a program with the partner id ${partnerId} already`);
    }
    throw error;
  }
}

/** All programs with how many members each has, the oldest first. */
export async function listPrograms(db: Queries): Promise<(Program & { members: number })[]> {
  const rows = await db
    .select({
      program: programs,
      members: sql`coalesce(sum(${memberCounters.total}), 0)`.mapWith(Number),
    })
    .from(programs)
    .leftJoin(memberCounters, eq(memberCounters.programId, programs.id))
    .groupBy(programs.id)
    .orderBy(asc(programs.id));
  return rows.map(({ program, members: total }) => ({ ...program, members: total }));
}

/** @throws {OperatorError} when there is no such program. */
export async function getProgram(db: Queries, partnerId: string): Promise<Program> {
  const [program] = await db.select().from(programs).where(eq(programs.partnerId, partnerId));
  if (!program) throw new OperatorError(`There is no program with the partner id ${partnerId}`);
  return program;
}

/** What a change of a program leaves to be told. */
export interface ProgramChange {
  program: Program;
  /** By unique field that was switched on: members without a value, which they now have to have. */
  membersWithout: Partial<Record<UniqueField, number>>;
}

/**
 * Changes what is given of a program, all or nothing, and brings its members into line: unique
 * fields hold for the members that there are, and their tier periods begin or end. Members can't be
 * written meanwhile.
 * @throws {OperatorError} when a value is not valid, or members share what is to be unique.
 */
export async function updateProgram(
  db: Database,
  { id }: Pick<Program, 'id'>,
  given: ProgramSettings,
  now: Date,
): Promise<ProgramChange> {
  const settings = checkValue('', settingsSchema, given);
  return db.transaction(async (tx) => {
    const before = await lockProgramExclusively(tx, id);
    const membersWithout: ProgramChange['membersWithout'] = {};
    for (const field of ['emailUnique', 'phoneUnique'] as const) {
      const isUnique = settings[field];
      if (isUnique === undefined || isUnique === before[field]) continue;
      membersWithout[field] = await markUnique(tx, id, field, isUnique);
    }
    await startOrEndTierPeriods(tx, before, settings.tierPeriodMonths, now);
    if (Object.keys(settings).length === 0) return { program: before, membersWithout };
    const [program] = await tx
      .update(programs)
      .set(settings)
      .where(eq(programs.id, id))
      .returning();
    return { program: program as Program, membersWithout };
  });
}

/**
 * Members of a program without tier periods get their first one, which counts what they earned so
 * far; of one that gives periods up they end. Another length holds from each member's next period on.
 */
async function startOrEndTierPeriods(
  tx: Queries,
  before: Program,
  months: number | null | undefined,
  now: Date,
): Promise<void> {
  const hadPeriods = before.tierPeriodMonths !== null;
  if (months === undefined || (months !== null) === hadPeriods) return;
  await tx
    .update(members)
    .set({ tierPeriodEnd: tierPeriodEnd({ tierPeriodMonths: months }, now), lastPeriodPoints: 0 })
    .where(and(eq(members.programId, before.id), isNull(members.deletedAt)));
}
