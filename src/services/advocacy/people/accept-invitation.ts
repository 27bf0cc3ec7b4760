import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { acceptInvitation as acceptInvitationEndpoint } from '#contract/account/invitations.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { memberships, roles, teams } from '#services/advocacy/teams/teams-table.ts';
import { lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { nameInEmail, userInEmail } from '#services/platform/messages/name-in-email.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { invitations } from './invitations-table.ts';
import { lockTeam } from './people-store.ts';

/** An open invitation with what its page shows. */
export interface OpenInvitation {
  id: number;
  email: string;
  teamId: number;
  team: string;
  roleId: number;
  role: string;
  invitedBy: number | null;
}

/** Which invitation: by its link, or by its id for somebody who has proven its address. */
type InvitationKey = { token: string } | { id: number };

/**
 * @returns undefined if the token is unknown, used, withdrawn or expired, or if the sender doesn't
 *   administer the team any more
 */
export async function findInvitation(
  db: Queries,
  clock: Clock,
  key: InvitationKey,
): Promise<OpenInvitation | undefined> {
  const isOfKey =
    'token' in key ? eq(invitations.tokenDigest, digest(key.token)) : eq(invitations.id, key.id);
  const [invitation] = await selectOpen(db, clock, isOfKey);
  return invitation;
}

/** All open invitations of an address, in the order of their teams. */
export async function listInvitationsTo(
  db: Queries,
  clock: Clock,
  email: string,
): Promise<OpenInvitation[]> {
  const isTo = eq(sql`lower(${invitations.email})`, sql`lower(${email})`);
  return selectOpen(db, clock, isTo).orderBy(invitations.teamId);
}

function selectOpen(db: Queries, clock: Clock, condition: SQL) {
  return db
    .select({
      id: invitations.id,
      email: invitations.email,
      teamId: invitations.teamId,
      team: teams.name,
      roleId: invitations.roleId,
      role: roles.name,
      invitedBy: invitations.invitedBy,
    })
    .from(invitations)
    .innerJoin(teams, eq(teams.id, invitations.teamId))
    .innerJoin(roles, eq(roles.id, invitations.roleId))
    .where(
      and(
        condition,
        gt(invitations.expiresAt, clock.now()),
        or(isNull(invitations.invitedBy), isSentByAdministrator(db)),
      ),
    );
}

function isSentByAdministrator(db: Queries) {
  const sent = db
    .select({ one: sql`1` })
    .from(memberships)
    .innerJoin(sql`${roles} sender_role`, sql`sender_role.id = ${memberships.roleId}`)
    .where(
      and(
        eq(memberships.teamId, invitations.teamId),
        eq(memberships.userId, invitations.invitedBy),
        sql`sender_role.can_administer`,
      ),
    );
  return sql`exists ${sent}`;
}

/**
 * Uses the invitation up in a transaction and adds a user to its team; one who is on it keeps their
 * role. The sender and the user are notified by email.
 * @returns false if the invitation was used or withdrawn in the meantime
 */
export async function acceptInvitation(
  tx: Queries,
  { clock, messages }: Pick<ServiceDependencies, 'clock' | 'messages'>,
  key: InvitationKey,
  getUser: (tx: Queries) => Promise<{ id: number; name: string; email: string }>,
): Promise<boolean> {
  const found = await findInvitation(tx, clock, key);
  if (!found) return false;
  // The sender can't lose their role until this is committed.
  await lockTeam(tx, found.teamId);
  const invitation = await findInvitation(tx, clock, key);
  if (!invitation) return false;
  const { id, email, teamId, roleId, role, invitedBy } = invitation;
  const used = await tx.delete(invitations).where(eq(invitations.id, id)).returning();
  if (used.length === 0) return false;
  const user = await getUser(tx);
  const joined = await tx
    .insert(memberships)
    .values({ userId: user.id, teamId, roleId, joinedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ userId: memberships.userId });
  await recordAudit(tx, {
    action: 'invitation.accept',
    subject: { type: 'invitation', id, name: email },
    changes: joined.length === 0 ? [] : changesBetween({}, { role }),
    teamId,
    actor: { kind: 'user', id: String(user.id), name: user.name },
  });
  if (joined.length === 0) return true;
  const team = nameInEmail(invitation.team);
  await messages.enqueue(tx, {
    channel: 'email',
    to: user.email,
    subject: `You joined ${team} on Patron`,
    text: `You accepted an invitation to ${team} on Patron. Your role is ${nameInEmail(role)}.`,
  });
  const [sender] =
    invitedBy === null ? [] : await tx.select().from(users).where(eq(users.id, invitedBy));
  if (sender) {
    await messages.enqueue(tx, {
      channel: 'email',
      to: sender.email,
      subject: `Your invitation to ${team} was accepted`,
      text: `${userInEmail(user)} accepted your invitation to ${team} on Patron, as ${nameInEmail(role)}.`,
    });
  }
  return true;
}

/** Lets a signed-in user accept an invitation to their own address (decisions.md, 59). */
export function acceptInvitationRoute(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies,
): void {
  const { db, clock } = dependencies;
  registerJsonOperation(app, acceptInvitationEndpoint, {
    authorize: (request) => authorizeUser(dependencies, acceptInvitationEndpoint, request),
    async handle({ body: { token }, authorized: { userId } }) {
      const invitation = await findInvitation(db, clock, { token });
      if (!invitation) throw notFound();
      const isAccepted = await db.transaction((tx) =>
        acceptInvitation(tx, dependencies, { token }, async () => {
          const user = await lockUser(tx, userId);
          requireProvenEmail(user, invitation.email);
          return user;
        }),
      );
      if (!isAccepted) throw notFound();
      const { teamId, team, role } = invitation;
      return { data: { team_id: String(teamId), team, role } };
    },
  });
}

/** @throws {JsonApiError} 422 unless the user has proven the address */
function requireProvenEmail({ email, provenEmail }: UserRow, invited: string): void {
  const isInvited = (address: string) => address.toLowerCase() === invited.toLowerCase();
  if (isInvited(provenEmail)) return;
  throw errorResponse(422, {
    detail: isInvited(email)
      ? `Verify the address ${email} on your Profile page first, then open the invitation again.`
      : `The invitation is for ${invited}, and you are signed in as ${email}.`,
    source: { pointer: '/token' },
  });
}

/** A name to begin with: "New Colleague" of new.colleague@example.com. */
export function nameOfEmail(email: string): string {
  const [local = email] = email.split(/[@+]/);
  const words = local.split(/[._-]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}
