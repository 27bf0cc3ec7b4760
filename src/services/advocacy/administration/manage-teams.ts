import { asc, count, eq } from 'drizzle-orm';
import { requiredText } from '#contract/text.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';

const NAME_MAX_LENGTH = 255;
const nameSchema = requiredText(NAME_MAX_LENGTH);

/** What every team begins with. */
const FIRST_ROLES = [
  { name: 'Administrator', canWrite: true, accessesNewDomains: true },
  { name: 'Viewer', canWrite: false, accessesNewDomains: true },
];

export interface TeamSummary {
  id: number;
  name: string;
  people: number;
  createdAt: Date;
}

/**
 * Creates a team with the roles Administrator, which writes, and Viewer, which reads.
 * @throws {OperatorError} when the name is not valid.
 */
export async function createTeam(db: Database, given: string): Promise<TeamSummary> {
  const name = checkValue('name', nameSchema, given);
  return db.transaction(async (tx) => {
    const [team] = await tx.insert(teams).values({ name }).returning();
    if (!team) throw new Error('No team was made');
    await tx.insert(roles).values(FIRST_ROLES.map((role) => ({ ...role, teamId: team.id })));
    return { ...team, people: 0 };
  });
}

/** All teams, the oldest first. */
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

/** @throws {OperatorError} when there is no such team. */
export async function getTeam(db: Queries, id: number): Promise<typeof teams.$inferSelect> {
  const [team] = await db.select().from(teams).where(eq(teams.id, id));
  if (!team) throw new OperatorError(`There is no team ${id}`);
  return team;
}

/** @throws {OperatorError} when the name is not valid, or there is no such team. */
export async function renameTeam(db: Queries, id: number, given: string): Promise<void> {
  const name = checkValue('name', nameSchema, given);
  await getTeam(db, id);
  await db.update(teams).set({ name }).where(eq(teams.id, id));
}
