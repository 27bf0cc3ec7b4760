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
import { errorResponse, notFound, tooManyRequests } from '#services/platform/json-api/errors.ts';
import { emailLink } from '#services/platform/messages/email-html.ts';
import { nameInEmail, userInEmail } from '#services/platform/messages/name-in-email.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { invitations } from './invitations-table.ts';
import { lockTeam, type PersonRow } from './people-store.ts';
import { findOrCreateRole, listTeamRoles } from './team-roles.ts';

/** decisions.md, 49. */
const INVITATION_DAYS = 7;
/** Invitations of one team within a day. */
const TEAM_LIMIT = 200;
/** Invitations to one address within a day, from any team. */
const ADDRESS_LIMIT = 10;

type InvitationDependencies = Pick<ServiceDependencies, 'db' | 'clock' | 'messages' | 'baseUrl'>;

interface Inviter {
  id: number;
  name: string;
  email: string;
}

interface NewInvitation {
  teamId: number;
  email: string;
  role: string;
  invitedBy: Inviter;
}

/**
 * Invites someone by email. An open invitation to the same address is replaced, and its link voided.
 * @throws {JsonApiError} 422 when the role is unknown or the person is on the team, 429 after too many
 *   invitations
 */
export async function invite(
  dependencies: InvitationDependencies,
  { teamId, email, role: roleName, invitedBy }: NewInvitation,
): Promise<PersonRow> {
  const { db, clock } = dependencies;
  return db.transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const role = await getTeamRole(tx, teamId, roleName);
    const [member] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .where(and(eq(memberships.teamId, teamId), sameAddress(users.provenEmail, email)));
    if (member) throw invalidField('email', 'This person is already on the team.');
    await countInvitation(tx, clock, { teamId, email });
    const [replaced] = await tx
      .delete(invitations)
      .where(and(eq(invitations.teamId, teamId), sameAddress(invitations.email, email)))
      .returning();
    if (replaced && replaced.expiresAt > clock.now()) await recordWithdrawal(tx, replaced);
    const { token, ...link } = newLink(clock);
    const invitation = one(
      await tx
        .insert(invitations)
        .values({ teamId, email, roleId: role.id, invitedBy: invitedBy.id, ...link })
        .returning(),
    );
    await sendInvitation(tx, dependencies, { ...invitation, role: role.name, invitedBy, token });
    await recordAudit(tx, {
      action: 'invitation.create',
      subject: { type: 'invitation', id: invitation.id, name: email },
      changes: changesBetween({}, { email, role: role.name }),
    });
    return toPersonRow(invitation, role);
  });
}

/**
 * Sends an open invitation again with a new link, in the name of the administrator who asks for it.
 * @throws {JsonApiError} 404 when there is none, 429 after too many invitations
 */
export async function resendInvitation(
  dependencies: InvitationDependencies,
  { teamId, id, invitedBy }: { teamId: number; id: number; invitedBy: Inviter },
): Promise<PersonRow> {
  const { db, clock } = dependencies;
  return db.transaction(async (tx) => {
    await lockTeam(tx, teamId);
    const { token, ...link } = newLink(clock);
    const isOpen = gt(invitations.expiresAt, clock.now());
    const [invitation] = await tx
      .update(invitations)
      .set({ invitedBy: invitedBy.id, ...link })
      .where(and(eq(invitations.id, id), eq(invitations.teamId, teamId), isOpen))
      .returning();
    if (!invitation) throw notFound();
    const { email, roleId } = invitation;
    await countInvitation(tx, clock, { teamId, email });
    const role = one(await tx.select().from(roles).where(eq(roles.id, roleId)));
    await sendInvitation(tx, dependencies, { ...invitation, role: role.name, invitedBy, token });
    await recordAudit(tx, {
      action: 'invitation.resend',
      subject: { type: 'invitation', id, name: email },
    });
    return toPersonRow(invitation, role);
  });
}

function newLink(clock: Clock) {
  const token = createLinkToken();
  const now = clock.now();
  return {
    token,
    tokenDigest: digest(token),
    createdAt: now,
    expiresAt: addSeconds(now, INVITATION_DAYS * DAY_SECONDS),
  };
}

function toPersonRow(
  { id, email, expiresAt }: typeof invitations.$inferSelect,
  { name: role, canAdminister }: typeof roles.$inferSelect,
): PersonRow {
  return {
    id,
    kind: 'invitation',
    email,
    isEmailVerified: null,
    name: null,
    role,
    canAdminister,
    group: null,
    expiresAt,
    joinedAt: null,
    secondStep: null,
    lastActiveAt: null,
  };
}

interface SentInvitation extends Pick<NewInvitation, 'teamId' | 'email' | 'role' | 'invitedBy'> {
  token: string;
}

async function sendInvitation(
  tx: Queries,
  { messages, baseUrl }: InvitationDependencies,
  { teamId, email, role, invitedBy, token }: SentInvitation,
): Promise<void> {
  const [team] = await tx.select().from(teams).where(eq(teams.id, teamId));
  const teamName = nameInEmail(team?.name ?? '');
  await messages.enqueue(tx, {
    channel: 'email',
    to: email,
    subject: `Join ${teamName} on Patron`,
    text:
      `${userInEmail(invitedBy)} invited you to ${teamName} on Patron, as ${nameInEmail(role)}. ` +
      `Open this link within ${INVITATION_DAYS} days to join.\n\n` +
      emailLink('Join the team', `${baseUrl}${OAUTH_PATHS.invitation}?token=${token}`),
    usefulForSeconds: INVITATION_DAYS * DAY_SECONDS,
  });
}

/**
 * Withdraws the invitations that a user sent, when they stop administering the team (decisions.md, 59).
 */
export async function withdrawInvitationsOf(
  tx: Queries,
  { userId, teamId }: { userId: number; teamId: number },
): Promise<void> {
  const withdrawn = await tx
    .delete(invitations)
    .where(and(eq(invitations.invitedBy, userId), eq(invitations.teamId, teamId)))
    .returning();
  for (const invitation of withdrawn) await recordWithdrawal(tx, invitation);
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
  const role = await findOrCreateRole(tx, teamId, name);
  if (role) return role;
  const names = (await listTeamRoles(tx, teamId)).map((each) => each.name).join(', ');
  throw invalidField('role', `This team has no such role. Its roles are ${names}.`);
}

function sameAddress(column: typeof users.provenEmail | typeof invitations.email, email: string) {
  return eq(sql`lower(${column})`, sql`lower(${email})`);
}

function invalidField(name: string, detail: string) {
  return errorResponse(422, { detail, source: { pointer: `/${name}` } });
}
