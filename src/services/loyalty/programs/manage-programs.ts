import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { text } from '#contract/loyalty/text.ts';
import { memberCounters } from '#services/loyalty/members/counters/member-counters-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { tierPeriodEnd } from '#services/loyalty/tiers/tier-period.ts';
import { recordChanges } from '#services/platform/audit/record-audit.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { lockProgramExclusively } from './lock-program.ts';
import { type Program, programs } from './programs-table.ts';
import { markUnique, type UniqueField } from './unique-fields.ts';

const DAYS_MAX = 36_500;
const MONTHS_MAX = 120;

const partnerIdSchema = z.string().check(
  z.regex(/^[A-Za-z0-9._~-]{1,100}$/, {
    error: 'Must be 1 to 100 letters, digits, dots, hyphens, underscores or tildes',
  }),
);
const nullableInteger = (maximum: number) => {
  const error = `Must be a whole number from 1 to ${maximum}`;
  return z.nullable(z.int({ error }).check(z.minimum(1, { error }), z.maximum(maximum, { error })));
};
const nullableCode = (pattern: RegExp, error: string) =>
  z.nullable(z.string().check(z.regex(pattern, { error })));
const settingsSchema = z.partial(
  z.object({
    name: text({ min: 1 }),
    currency: nullableCode(/^[A-Z]{3}$/, 'Must be an ISO 4217 code, such as EUR'),
    language: nullableCode(
      /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/,
      'Must be a BCP 47 code, such as en or pt-BR',
    ),
    referralBaseUrl: z.url({
      protocol: /^https?$/,
      error: 'Must be an http or https URL to which referral codes can be appended',
    }),
    emailUnique: z.boolean(),
    phoneUnique: z.boolean(),
    pointsExpireAfterDays: nullableInteger(DAYS_MAX),
    tierPeriodMonths: nullableInteger(MONTHS_MAX),
  }),
);

/** Missing settings keep their value, or get the default. */
export type ProgramSettings = z.input<typeof settingsSchema>;

/**
 * Creates a program without tiers, activities and keys.
 * @throws {OperatorError} if a value is not valid or the partner id is taken
 */
export async function createProgram(
  tx: Queries,
  given: ProgramSettings & { partnerId: string },
): Promise<Program> {
  const partnerId = checkValue('partner_id', partnerIdSchema, given.partnerId);
  const { name, referralBaseUrl, ...settings } = checkValue('', settingsSchema, given);
  if (name === undefined) throw new OperatorError('name: Required');
  if (referralBaseUrl === undefined) throw new OperatorError('referral_base_url: Required');
  try {
    const values = { partnerId, name, referralBaseUrl, ...settings };
    const program = one(await tx.insert(programs).values(values).returning());
    await recordProgram(tx, 'program.create', undefined, program);
    return program;
  } catch (error) {
    if (violatesUnique(error, 'loyalty_programs_partner_unique')) {
      throw new OperatorError(`A program with the partner id ${partnerId} already exists`);
    }
    throw error;
  }
}

/** All programs with their number of members, oldest first. */
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

/** @throws {OperatorError} if there is no such program */
export async function getProgram(db: Queries, partnerId: string): Promise<Program> {
  const [program] = await db.select().from(programs).where(eq(programs.partnerId, partnerId));
  if (!program) throw new OperatorError(`There is no program with the partner id ${partnerId}`);
  return program;
}

export interface ProgramChange {
  program: Program;
  /** How many members lack a value, by the field that became unique and so requires one. */
  membersWithout: Partial<Record<UniqueField, number>>;
}

/**
 * Updates a program and its members in one transaction: enforces unique fields, and starts or ends
 * tier periods. Locks out changes of members until it is done.
 * @throws {OperatorError} if a value is not valid, or members share a value that has to be unique
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
    const rows = await tx.update(programs).set(settings).where(eq(programs.id, id)).returning();
    const program = one(rows);
    await recordProgram(tx, 'program.update', before, program);
    return { program, membersWithout };
  });
}

/** What the audit log has of a program. */
const stateOf = (program: Program) => ({
  name: program.name,
  referral_base_url: program.referralBaseUrl,
  email_unique: program.emailUnique,
  phone_unique: program.phoneUnique,
  points_expire_after_days: program.pointsExpireAfterDays,
  tier_period_months: program.tierPeriodMonths,
  currency: program.currency,
  language: program.language,
});

function recordProgram(
  tx: Queries,
  action: `program.${string}`,
  before: Program | undefined,
  program: Program,
): Promise<void> {
  const { partnerId, name } = program;
  const event = { action, subject: { type: 'program', id: partnerId, name }, partnerId };
  return recordChanges(tx, event, before ? stateOf(before) : {}, stateOf(program));
}

/**
 * When tier periods are turned on, all members start their first one, which includes the points they
 * have earned so far. When they are turned off, all periods end. A new length applies from each
 * member's next period.
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
