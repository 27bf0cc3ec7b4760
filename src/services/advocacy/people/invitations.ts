import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { createLinkToken } from '#services/advocacy/account/one-time-links.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { errorResponse, tooManyRequests } from '#services/platform/json-api/errors.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import { nameInEmail, userInEmail } from '#services/platform/messages/name-in-email.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { invitations } from './invitations-table.ts';
import { listTeamRoles, lockTeam, type PersonRow } from './people-store.ts';

/** decisions.md, 49. */
const INVITATION_DAYS = 7;
/** Invitations of one team within a day. */
const TEAM_LIMIT = 200;
/** Invitations to one address within a day, from any team. */
const ADDRESS_LIMIT = 10;

type InvitationDependencies = Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'baseUrl'>;

interface NewInvitation {
  teamId: number;
  email: string;
  role: string;
  /** The administrator, for the email. */
  invitedBy: { name: string; email: string };
}

/**
 * Invites someone by email. An open invitation to the same address is replaced, and its link voided.
 * @throws {JsonApiError} 422 when the role is unknown or the person is on the team, 429 after too many
 *   invitations
 */
export async function invite(
  { db, clock, messages, baseUrl }: InvitationDependencies,
  { teamId, email, role: roleName, invitedBy }: NewInvitation,
): Promise<PersonRow> {
  return db.transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const role = await getTeamRole(tx, teamId, roleName);
    const [member] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(and(eq(memberships.teamId, teamId), sameAddress(users.email, email)));
    if (member) throw invalidField('email', 'This person is already on the team.');
    await countInvitation(tx, clock, { teamId, email });
    const [team] = await tx.select().from(teams).where(eq(teams.id, teamId));
    const teamName = nameInEmail(team?.name ?? '');
    const now = clock.now();
    const expiresAt = addSeconds(now, INVITATION_DAYS * DAY_SECONDS);
    const token = createLinkToken();
    const [replaced] = await tx
      .delete(invitations)
      .where(and(eq(invitations.teamId, teamId), sameAddress(invitations.email, email)))
      .returning();
    if (replaced && replaced.expiresAt > now) await recordWithdrawal(tx, replaced);
    const { id } = one(
      await tx
        .insert(invitations)
        .values({
          teamId,
          email,
          roleId: role.id,
          tokenDigest: digest(token),
          createdAt: now,
          expiresAt,
        })
        .returning({ id: invitations.id }),
    );
    await messages.enqueue(tx, {
      channel: 'email',
      to: email,
      subject: `Join ${teamName} on Patron`,
      text:
        `${userInEmail(invitedBy)} invited you to ${teamName} on Patron, as ` +
        `${nameInEmail(role.name)}. Open this link ` +
        `within ${INVITATION_DAYS} days to join.\n\n` +
        emailLink('Join the team', `${baseUrl}${OAUTH_PATHS.invitation}?token=${token}`),
      usefulForSeconds: INVITATION_DAYS * DAY_SECONDS,
    });
    await recordAudit(tx, {
      action: 'invitation.create',
      subject: { type: 'invitation', id, name: email },
      changes: changesBetween({}, { email, role: role.name }),
    });
    const { canAdminister } = role;
    return { id, kind: 'invitation', email, name: null, role: role.name, canAdminister, expiresAt };
  });
}

/**
 * Takes part in the transaction, so that an invitation that isn't sent doesn't count.
 * @throws {JsonApiError} 429
 */
async function countInvitation(
  tx: Queries,
  clock: Clock,
  { teamId, email }: Pick<NewInvitation, 'teamId' | 'email'>,
): Promise<void> {
  const counters = createAttemptCounters(tx, clock);
  for (const [key, limit, which] of [
    [['invitations', { teamId }], TEAM_LIMIT, 'from this team'],
    [['invitations', { email: email.toLowerCase() }], ADDRESS_LIMIT, 'to this address'],
  ] as const) {
    const { count, endsAt } = await counters.add(JSON.stringify(key), DAY_SECONDS);
    if (count <= limit) continue;
    const seconds = (endsAt.getTime() - clock.now().getTime()) / 1000;
    throw tooManyRequests(
      seconds,
      `Too many invitations were sent ${which} today. Try again tomorrow.`,
    );
  }
}

/** An open invitation with what its page shows. */
export interface OpenInvitation {
  id: number;
  email: string;
  teamId: number;
  team: string;
  roleId: number;
  role: string;
}

/** @returns undefined if the token is unknown, used, withdrawn or expired */
export async function findInvitation(
  db: Queries,
  clock: Clock,
  token: string,
): Promise<OpenInvitation | undefined> {
  const [invitation] = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      teamId: invitations.teamId,
      team: teams.name,
      roleId: invitations.roleId,
      role: roles.name,
    })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .innerJoin(roles, eq(roles.id, invitations.roleId))
    .where(and(eq(invitations.tokenDigest, digest(token)), gt(invitations.expiresAt, clock.now())));
  return invitation;
}

/** Uses an invitation up. @returns false if it was used or withdrawn in the meantime */
export async function consumeInvitation(tx: Queries, id: number): Promise<boolean> {
  const deleted = await tx
    .delete(invitations)
    .where(eq(invitations.id, id))
    .returning({ id: invitations.id });
  return deleted.length === 1;
}

/** Records that an invitation was withdrawn, or replaced by another one. */
export function recordWithdrawal(
  tx: Queries,
  { id, email, teamId }: Pick<typeof invitations.$inferSelect, 'id' | 'email' | 'teamId'>,
): Promise<void> {
  const subject = { type: 'invitation', id, name: email };
  return recordAudit(tx, { action: 'invitation.delete', subject, teamId });
}

export async function deleteExpiredInvitations(db: Queries, clock: Clock): Promise<void> {
  await db.delete(invitations).where(lte(invitations.expiresAt, clock.now()));
}

/** @throws {JsonApiError} 422 when the team has no such role */
export async function getTeamRole(tx: Queries, teamId: number, name: string) {
  const all = await listTeamRoles(tx, teamId);
  const role = all.find((candidate) => candidate.name === name);
  if (role) return role;
  const names = all.map((candidate) => candidate.name).join(', ');
  throw invalidField('role', `This team has no such role. Its roles are ${names}.`);
}

function sameAddress(column: typeof users.email | typeof invitations.email, email: string) {
  return eq(sql`lower(${column})`, sql`lower(${email})`);
}

function invalidField(name: string, detail: string) {
  return errorResponse(422, { detail, source: { pointer: `/${name}` } });
}
