import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { createLinkToken } from '#services/advocacy/account/one-time-links.ts';
import { insertTeam } from '#services/advocacy/administration/manage-teams.ts';
import { insertUser } from '#services/advocacy/administration/manage-users.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { memberships, roles } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { setupLinks } from './setup-links-table.ts';

/** A later start prints another link. */
const LINK_SECONDS = DAY_SECONDS;

/**
 * Creates a link to a page that creates the first administrator.
 * @returns its URL; undefined if there is a user
 */
export async function createSetupLink(
  db: Queries,
  clock: Clock,
  baseUrl: string,
): Promise<string | undefined> {
  if (await hasUsers(db)) return undefined;
  const token = createLinkToken();
  const expiresAt = addSeconds(clock.now(), LINK_SECONDS);
  await db.insert(setupLinks).values({ tokenDigest: digest(token), expiresAt });
  return `${baseUrl}${OAUTH_PATHS.setup}?token=${token}`;
}

/** Whether a link's token is valid: known, not expired, and no user exists. */
export async function isSetupToken(db: Queries, clock: Clock, token: string): Promise<boolean> {
  const [link] = await db.select().from(setupLinks).where(isUsable(clock, token));
  return link !== undefined && !(await hasUsers(db));
}

export interface FirstAdministrator {
  team: string;
  name: string;
  email: string;
  password: string;
}

/**
 * Creates the first user and their team, and voids all links.
 * @returns undefined if the token is not valid any more; of parallel calls only one gets the team
 * @throws {OperatorError} when a value is invalid
 */
export async function setUp(
  db: Database,
  clock: Clock,
  token: string,
  { team: teamName, ...administrator }: FirstAdministrator,
): Promise<{ teamId: number } | undefined> {
  return db.transaction(async (tx) => {
    // Waits for users that are being created, and lets no other be created until the end.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`);
    if (!(await isSetupToken(tx, clock, token))) return undefined;
    await tx.delete(setupLinks);
    const user = await insertUser(tx, administrator);
    const { id: teamId, name } = await insertTeam(tx, teamName);
    const role = one(
      await tx
        .select()
        .from(roles)
        .where(and(eq(roles.teamId, teamId), eq(roles.canAdminister, true))),
    );
    await tx.insert(memberships).values({ userId: user.id, teamId, roleId: role.id });
    await recordAudit(tx, {
      action: 'team.create',
      subject: { type: 'team', id: teamId, name },
      changes: changesBetween({}, { name, administrator: user.email }),
      teamId,
      actor: { kind: 'user', id: String(user.id), name: user.name },
    });
    return { teamId };
  });
}

export async function deleteExpiredSetupLinks(db: Queries, clock: Clock): Promise<void> {
  await db.delete(setupLinks).where(lte(setupLinks.expiresAt, clock.now()));
}

async function hasUsers(db: Queries): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1);
  return user !== undefined;
}

function isUsable(clock: Clock, token: string) {
  const { tokenDigest, expiresAt } = setupLinks;
  return and(eq(tokenDigest, digest(token)), gt(expiresAt, clock.now()));
}
