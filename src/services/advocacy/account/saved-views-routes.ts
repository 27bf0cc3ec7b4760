import { and, eq, getTableColumns, gt, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  SAVED_VIEWS_MAX,
  updateSavedView,
} from '#contract/account/saved-views.ts';
import { includesRole, ROLE_FIELDS } from '#contract/roles/role-table.ts';
import { authorizeTeamMember, type TeamCaller } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { errorResponse, forbidden, notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { parseNumberCursor, toPage } from '#services/platform/json-api/page.ts';
import { type SavedViewRow, savedViews } from './saved-views-table.ts';

const SHARING_SCOPE = 'teams:write';

/** Views of the members list of a team: the signed-in user's, and those that others share with the team. */
export function savedViewsRoutes(app: FastifyInstance, dependencies: ServiceDependencies): void {
  const { db } = dependencies;
  /** @throws {JsonApiError} 404 if the caller can't see the view */
  const find = async (path: ViewPath) => {
    const [view] = await db.select().from(savedViews).where(isNamedBy(path));
    if (!view) throw notFound();
  };

  registerJsonOperation(app, listSavedViews, {
    authorize: (request) => authorizeTeamMember(dependencies, listSavedViews, request),
    async handle({ query: { start_cursor: cursor, count }, authorized }) {
      const after = parseNumberCursor(cursor) ?? 0;
      const rows = await db
        .select({ ...getTableColumns(savedViews), ownerName: users.name })
        .from(savedViews)
        .innerJoin(users, eq(users.id, savedViews.userId))
        .where(and(isVisibleTo(authorized), gt(savedViews.id, after)))
        .orderBy(savedViews.id)
        .limit(count + 1);
      const total = await db.$count(savedViews, isVisibleTo(authorized));
      return toPage({
        ...{ rows, count, total },
        cursorOf: ({ id }) => String(id),
        toDocument: ({ ownerName, ...view }) =>
          view.userId === authorized.userId
            ? toView(view)
            : { ...toView(view), owner: { id: String(view.userId), name: ownerName } },
      });
    },
  });

  registerJsonOperation(app, createSavedView, {
    authorize: (request) => authorizeTeamMember(dependencies, createSavedView, request),
    handle: ({ body, authorized }) =>
      withUniqueName(() =>
        db.transaction(async (tx) => {
          await lockMembership(tx, authorized);
          if (body.shared) requireSharing(authorized);
          if ((await tx.$count(savedViews, isOwnedBy(authorized))) >= SAVED_VIEWS_MAX) {
            throw errorResponse(422, {
              detail: `You can save ${SAVED_VIEWS_MAX} views in a team. Delete one that you no longer need.`,
            });
          }
          const { userId, teamId } = authorized;
          const values = { ...body, userId, teamId };
          const view = one(await tx.insert(savedViews).values(values).returning());
          await recordAudit(tx, {
            action: 'view.create',
            subject: subjectOf(view),
            changes: changesBetween({}, stateOf(view)),
          });
          return { data: toView(view) };
        }),
      ),
  });

  registerJsonOperation(app, updateSavedView, {
    authorize: (request) => authorizeTeamMember(dependencies, updateSavedView, request),
    find,
    handle: ({ body, ...path }) =>
      withUniqueName(() =>
        db.transaction(async (tx) => {
          const isNamed = isNamedBy(path);
          const [before] = await lockForUpdate(tx.select().from(savedViews).where(isNamed));
          if (!before) throw notFound();
          if (before.userId !== path.authorized.userId) {
            throw forbidden('Only the user who shared a view can change it.');
          }
          const values = { ...stateOf(before), ...body };
          if (values.shared) requireSharing(path.authorized);
          const view = one(await tx.update(savedViews).set(values).where(isNamed).returning());
          const changes = changesBetween(stateOf(before), stateOf(view));
          if (changes.length > 0) {
            await recordAudit(tx, { action: 'view.update', subject: subjectOf(view), changes });
          }
          return { data: toView(view) };
        }),
      ),
  });

  registerJsonOperation(app, deleteSavedView, {
    authorize: (request) => authorizeTeamMember(dependencies, deleteSavedView, request),
    find,
    async handle(path) {
      const { userId, role } = path.authorized;
      await db.transaction(async (tx) => {
        const [view] = await tx.delete(savedViews).where(isNamedBy(path)).returning();
        if (!view) throw notFound();
        if (view.userId !== userId && role.kind !== 'administrator') {
          throw forbidden('Only the user who shared a view and administrators can delete it.');
        }
        await recordAudit(tx, {
          action: 'view.delete',
          subject: subjectOf(view),
          changes: changesBetween(stateOf(view), {}),
        });
      });
      return undefined;
    },
  });
}

interface ViewPath {
  params: { view_id: string };
  authorized: TeamCaller;
}

function isOwnedBy({ userId, teamId }: TeamCaller) {
  return and(eq(savedViews.userId, userId), eq(savedViews.teamId, teamId));
}

function isVisibleTo({ userId, teamId }: TeamCaller) {
  return and(
    eq(savedViews.teamId, teamId),
    or(eq(savedViews.userId, userId), eq(savedViews.shared, true)),
  );
}

function isNamedBy({ params, authorized }: ViewPath) {
  return and(isVisibleTo(authorized), eq(savedViews.id, Number(params.view_id)));
}

/**
 * Locks the caller's membership until the transaction ends, so that views are created one by one: the
 * limit depends on it.
 * @throws {JsonApiError} 403 if the caller has left the team
 */
async function lockMembership(tx: Queries, { userId, teamId }: TeamCaller): Promise<void> {
  const [membership] = await lockForUpdate(
    tx
      .select({ teamId: memberships.teamId })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.teamId, teamId))),
  );
  if (!membership) throw forbidden('You do not belong to this team.');
}

/**
 * Everybody saves views for themselves; what the team sees is changed by those who can write in it.
 * @throws {JsonApiError} 403
 */
function requireSharing({ scopes, role }: TeamCaller): void {
  if (role.isReadOnly || !includesRole(role.kind, ROLE_FIELDS.createSavedView.shared)) {
    throw forbidden('You have view-only access to this team. You can save views for yourself.');
  }
  if (!scopes.has(SHARING_SCOPE)) {
    throw forbidden(
      `The access token lacks the scope ${SHARING_SCOPE}, which sharing a view needs.`,
    );
  }
}

/** @throws {JsonApiError} 422 if another view of the user has the name */
async function withUniqueName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!violatesUnique(error, 'saved_views_name_unique')) throw error;
    throw errorResponse(422, {
      detail: 'Another view has this name',
      source: { pointer: '/name' },
    });
  }
}

const subjectOf = ({ id, name }: SavedViewRow) => ({ type: 'view', id, name });

const stateOf = ({ name, search, display, shared }: SavedViewRow) => {
  return { name, search, display, shared };
};

function toView({ id, name, search, display, shared }: SavedViewRow) {
  return { id: String(id), name, search, display, shared };
}
