import { asc, count, eq } from 'drizzle-orm';
import { requiredText } from '#contract/text.ts';
import { toStoredRole } from '#services/advocacy/teams/effective-role.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { recordChanges } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';

const NAME_MAX_LENGTH = 255;
const nameSchema = requiredText(NAME_MAX_LENGTH);

/** The roles of every new team. */
const FIRST_ROLES = [
  { name: 'Administrator', ...toStoredRole('administrator'), accessesNewDomains: true },
  { name: 'Viewer', ...toStoredRole('viewer'), accessesNewDomains: true },
];

type Team = typeof teams.$inferSelect;

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
export async function createTeam(tx: Queries, input: string): Promise<TeamSummary> {
  const team = await insertTeam(tx, input);
  await recordTeam(tx, 'team.create', undefined, team);
  return { ...team, people: 0 };
}

/** Like `createTeam`, for a caller that records it. */
export async function insertTeam(tx: Queries, input: string): Promise<Team> {
  const name = checkValue('name', nameSchema, input);
  const team = one(await tx.insert(teams).values({ name }).returning());
  await tx.insert(roles).values(FIRST_ROLES.map((role) => ({ ...role, teamId: team.id })));
  return team;
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
export async function getTeam(db: Queries, id: number): Promise<Team> {
  const [team] = await db.select().from(teams).where(eq(teams.id, id));
  if (!team) throw new OperatorError(`There is no team ${id}`);
  return team;
}

/** @throws {OperatorError} when the name is invalid or the team doesn't exist */
export async function renameTeam(tx: Queries, id: number, input: string): Promise<void> {
  const name = checkValue('name', nameSchema, input);
  const before = await getTeam(tx, id);
  await tx.update(teams).set({ name }).where(eq(teams.id, id));
  await recordTeam(tx, 'team.rename', before, { ...before, name });
}

function recordTeam(tx: Queries, action: `team.${string}`, before: Team | undefined, team: Team) {
  const event = { action, subject: { type: 'team', ...team }, teamId: team.id };
  return recordChanges(tx, event, { name: before?.name }, { name: team.name });
}
