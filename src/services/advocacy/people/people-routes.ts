import { and, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  changePersonRole,
  createInvitation,
  deleteInvitation,
  EVERYBODY,
  listPeople,
  removePerson,
  resendInvitation,
} from '#contract/people/people.ts';
import {
  type AuthorizationDependencies,
  authorizeTeamMember,
  requireStepUp,
  type TeamCaller,
} from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { SignInSettings } from '#services/advocacy/people/second-step.ts';
import { toEffectiveRole } from '#services/advocacy/teams/effective-role.ts';
import { memberships, teams } from '#services/advocacy/teams/teams-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { toPage } from '#services/platform/json-api/page.ts';
import { nameInEmail } from '#services/platform/messages/name-in-email.ts';
import {
  getTeamRole,
  invite,
  recordWithdrawal,
  resendInvitation as sendAgain,
  withdrawInvitationsOf,
} from './invitations.ts';
import { invitations } from './invitations-table.ts';
import {
  findMember,
  listPeople as listPeopleOfTeam,
  listTeamsWithOtherAdministrator,
  lockTeam,
  type PersonRow,
} from './people-store.ts';
import { parseCursor, toColleague, toCursor, toPerson } from './person-document.ts';
import { listTeamRoles } from './team-roles.ts';

/** Path of the people API under {base_url}. */
export const PEOPLE_PATH = '/admin/v1';

/** People and invitations of a team (decisions.md, 49). */
export function peopleRoutes(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies & SignInSettings,
): void {
  const { db, clock, messages } = dependencies;
  const authorize = (endpoint: Endpoint) => (request: FastifyRequest) =>
    authorizeAdministrator(dependencies, endpoint, request);

  registerJsonOperation(app, listPeople, {
    authorize: (request) => authorizeTeamMember(dependencies, listPeople, request),
    async handle({ query: { start_cursor: cursor, count }, authorized }) {
      const { teamId, role } = authorized;
      const administers = role.kind === 'administrator';
      const page = {
        now: clock.now(),
        after: parseCursor(cursor),
        limit: count + 1,
        withInvitations: administers,
        settings: dependencies,
      };
      const { rows, total } = await listPeopleOfTeam(db, teamId, page);
      const roles = await listTeamRoles(db, teamId);
      return {
        ...toPage({
          rows,
          count,
          total,
          cursorOf: toCursor,
          toDocument: administers ? toPerson : toColleague,
        }),
        roles: roles.map((role) => ({
          name: role.name,
          kind: toEffectiveRole(role).kind,
          can_write: role.canWrite,
          can_administer: role.canAdminister,
        })),
      };
    },
  });

  registerJsonOperation(app, createInvitation, {
    authorize: authorize(createInvitation),
    async handle({ body, authorized: { teamId, userId: id, name, email } }) {
      const invitation = { teamId, ...body, invitedBy: { id, name, email } };
      return { data: toPerson(await invite(dependencies, invitation)) };
    },
  });

  registerJsonOperation(app, resendInvitation, {
    authorize: authorize(resendInvitation),
    async handle({ params, authorized: { teamId, userId, name, email } }) {
      const id = Number(params.invitation_id);
      const invitedBy = { id: userId, name, email };
      return { data: toPerson(await sendAgain(dependencies, { teamId, id, invitedBy })) };
    },
  });

  registerJsonOperation(app, deleteInvitation, {
    authorize: authorize(deleteInvitation),
    async handle({ params, authorized: { teamId } }) {
      const id = Number(params.invitation_id);
      await db.transaction(async (tx) => {
        const [deleted] = await tx
          .delete(invitations)
          .where(and(eq(invitations.id, id), eq(invitations.teamId, teamId)))
          .returning();
        if (!deleted) throw notFound();
        await recordWithdrawal(tx, deleted);
      });
      return undefined;
    },
  });

  registerJsonOperation(app, changePersonRole, {
    authorize: authorize(changePersonRole),
    async handle({ params, body, authorized: { teamId } }) {
      const userId = Number(params.user_id);
      return db.transaction(async (tx) => {
        await lockTeam(tx, teamId);
        const before = await findMember(tx, dependencies, { teamId, userId });
        if (!before) throw notFound();
        requireRoleByHand(dependencies.oidc?.name, before);
        const role = await getTeamRole(tx, teamId, body.role);
        if (role.name === before.role) return { data: toPerson(before) };
        if (!role.canAdminister) await requireOtherAdministrator(tx, teamId, before);
        await tx
          .update(memberships)
          .set({ roleId: role.id, groupName: null })
          .where(and(eq(memberships.teamId, teamId), eq(memberships.userId, userId)));
        if (!role.canAdminister) await withdrawInvitationsOf(tx, { teamId, userId });
        await recordAudit(tx, {
          action: 'person.update',
          subject: subjectOf(before),
          changes: changesBetween({ role: before.role }, { role: role.name }),
          userId,
        });
        await notify(tx, messages, { teamId, person: before, role: role.name });
        const { canAdminister } = role;
        return { data: toPerson({ ...before, role: role.name, canAdminister }) };
      });
    },
  });

  registerJsonOperation(app, removePerson, {
    authorize: authorize(removePerson),
    async handle({ params, authorized: { teamId } }) {
      const userId = Number(params.user_id);
      await db.transaction(async (tx) => {
        await lockTeam(tx, teamId);
        const person = await findMember(tx, dependencies, { teamId, userId });
        if (!person) throw notFound();
        await requireOtherAdministrator(tx, teamId, person);
        await tx
          .delete(memberships)
          .where(and(eq(memberships.teamId, teamId), eq(memberships.userId, userId)));
        await withdrawInvitationsOf(tx, { teamId, userId });
        await recordAudit(tx, {
          action: 'person.delete',
          subject: subjectOf(person),
          changes: changesBetween({ role: person.role }, {}),
          userId,
        });
        await notify(tx, messages, { teamId, person, role: undefined });
      });
      return undefined;
    },
  });
}

/** Requires the id_token where the endpoint asks for it. @throws {JsonApiError} 401, 403, 404 */
export async function authorizeAdministrator(
  dependencies: AuthorizationDependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<TeamCaller> {
  const caller = await authorizeTeamMember(dependencies, endpoint, request);
  if (endpoint.stepUp) await requireStepUp(dependencies, caller, request);
  return caller;
}

/**
 * Notifies a user by email of who changed their role, and how.
 * @param role undefined if they were removed
 */
async function notify(
  tx: Queries,
  messages: ServiceDependencies['messages'],
  { teamId, person, role }: { teamId: number; person: PersonRow; role: string | undefined },
): Promise<void> {
  const [team] = await tx.select().from(teams).where(eq(teams.id, teamId));
  const name = nameInEmail(team?.name ?? '');
  const { actor } = currentContext();
  const isSelf = actor?.kind === 'user' && actor.id === String(person.id);
  const who = isSelf ? 'You' : nameInEmail(actor?.name ?? 'An administrator');
  const isOnOtherTeam =
    role === undefined && (await tx.$count(memberships, eq(memberships.userId, person.id))) > 0;
  await messages.enqueue(tx, {
    channel: 'email',
    to: person.email,
    ...(role === undefined
      ? {
          subject: isSelf
            ? `You left ${name} on Patron`
            : `You were removed from ${name} on Patron`,
          text: `${who} ${isSelf ? 'left' : 'removed you from'} the team ${name}. You keep your account${isOnOtherTeam ? ' and your other teams' : ''}.`,
        }
      : {
          subject: `Your role in ${name} was changed`,
          text: `${who} changed your role in ${name} on Patron from ${nameInEmail(person.role)} to ${nameInEmail(role)}.`,
        }),
  });
}

/** @throws {JsonApiError} 422 for a role that a group gives: the next sign-in would put it back */
function requireRoleByHand(provider: string | undefined, { group }: PersonRow): void {
  if (group === null) return;
  const which = group === EVERYBODY ? '' : ` by the group ${group}`;
  throw errorResponse(422, {
    detail: `Signing in with ${provider} gives this role${which}, so it can't be changed here.`,
    source: { pointer: '/role' },
  });
}

/** @throws {JsonApiError} 422 for the last administrator, who can't leave or be demoted */
async function requireOtherAdministrator(
  tx: Queries,
  teamId: number,
  { id, canAdminister }: PersonRow,
): Promise<void> {
  if (!canAdminister) return;
  if ((await listTeamsWithOtherAdministrator(tx, [teamId], id)).length > 0) return;
  throw errorResponse(422, {
    detail: 'This is the last administrator of the team. Make someone else an administrator first.',
  });
}

function subjectOf({ id, name, email }: PersonRow) {
  return { type: 'user', id, name: name ?? email };
}
