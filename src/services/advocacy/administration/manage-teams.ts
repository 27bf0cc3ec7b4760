import { asc, count, eq } from 'drizzle-orm';
import { requiredText } from '#contract/text.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';

const NAME_MAX_LENGTH = 255;
const nameSchema = requiredText(NAME_MAX_LENGTH);

/** The roles of every new team. */
const FIRST_ROLES = [
  { name: 'Administrator', canWrite: true, canAdminister: true, accessesNewDomains: true },
  { name: 'Viewer', canWrite: false, canAdminister: false, accessesNewDomains: true },
];

export interface TeamSummary {
  id: number;
  name: string;
  people: number;
  createdAt: Date;
}

/**
 * Creates a team with the roles Administrator, which can write, and Viewer, which can't.
 * @throws {OperatorError} when the name is invalid
 */
export async function createTeam(db: Queries, input: string): Promise<TeamSummary> {
  const name = checkValue('name', nameSchema, input);
  return db.transaction(async (tx) => {
    const team = one(await tx.insert(teams).values({ name }).returning());
    await tx.insert(roles).values(FIRST_ROLES.map((role) => ({ ...role, teamId: team.id })));
    return { ...team, people: 0 };
  });
}

/** All teams, oldest first. */
export function listTeams(db: Queries): Promise<TeamSummary[]> {
  return db
    .select({
      id: teams.id,
      name: teams.name,
      people: count(memberships.userId),
      createdAt: teams.createdAt,
    })
    .from(teams)
    .leftJoin(memberships, eq(memberships.teamId, teams.id))
    .groupBy(teams.id)
    .orderBy(asc(teams.id));
}

/** @throws {OperatorError} when the team doesn't exist */
export async function getTeam(db: Queries, id: number): Promise<typeof teams.$inferSelect> {
  const [team] = await db.select().from(teams).where(eq(teams.id, id));
  if (!team) throw new OperatorError(`There is no team ${id}`);
  return team;
}

/** @throws {OperatorError} when the name is invalid or the team doesn't exist */
export async function renameTeam(db: Queries, id: number, input: string): Promise<void> {
  const name = checkValue('name', nameSchema, input);
  await getTeam(db, id);
  await db.update(teams).set({ name }).where(eq(teams.id, id));
}
