import { eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/loyalty/members/members.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { lockProgramShared } from '#services/loyalty/programs/lock-program.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { currentContext } from '#services/platform/context.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { toMemberDocument } from './member-document.ts';
import { findMember, listMembersWhere, type MemberRow } from './members-store.ts';
import { members } from './members-table.ts';
import { createMember, deleteMember, type MemberUpdate, updateMembers } from './write-members.ts';

/** In a transaction, in which the embedded database does nothing else. */
const UPDATES_MAX = 25;

const UNIQUE_FIELDS = {
  loyalty_members_member_id_unique: 'member_id',
  loyalty_members_email_unique: 'email_address',
  loyalty_members_phone_unique: 'phone_number',
};

export function writeMembersRoutes(app: FastifyInstance, dependencies: LoyaltyDependencies): void {
  const { db, clock } = dependencies;
  const getDocument = async (id: number, program: Program, language: string | undefined) => {
    const row = await findMember(db, eq(members.id, id));
    if (!row) throw new Error('The written member does not exist');
    return toMemberDocument(row, { program, language });
  };
  /** Updates that arrive at the same time share a transaction, but not background work with requests. */
  const updateTogether = createGroupCommit({
    keyOf: ({ programId, context }: MemberUpdate & { programId: number }) =>
      `${programId} ${context.isBackground ? 'background' : 'request'}`,
    write: (updates) =>
      db.transaction(async (tx) => {
        const locked = await lockProgramShared(tx, updates[0]?.programId ?? 0);
        const ids = await updateMembers(tx, locked, updates, clock.now());
        const rows = await listMembersWhere(tx, inArray(members.id, ids));
        const byId = new Map(rows.map((row) => [row.member.id, row]));
        return ids.map((id) => byId.get(id) as MemberRow);
      }),
    maxItems: UPDATES_MAX,
  });

  operation(app, dependencies, endpoints.createMember, async ({ program, query, body }) => {
    const id = await mapUniqueViolation(() =>
      db.transaction(async (tx) =>
        createMember(tx, await lockProgramShared(tx, program.id), body, clock.now()),
      ),
    );
    return { data: await getDocument(id, program, query.language), success: true };
  });

  operation(app, dependencies, endpoints.updateMember, async ({ program, params, query, body }) => {
    const address = { ...params, idParam: query.idParam };
    const context = currentContext();
    const update = { programId: program.id, address, input: body, context };
    const row = await mapUniqueViolation(() => updateTogether(update));
    // The response is the member itself, not wrapped in `data` (decisions.md, 27).
    return { ...toMemberDocument(row, { program, language: query.language }), success: true };
  });

  operation(app, dependencies, endpoints.deleteMember, async ({ program, params, query }) => {
    const address = { ...params, idParam: query.idParam };
    const id = await db.transaction((tx) =>
      deleteMember(tx, { program, address, now: clock.now() }),
    );
    return { data: { id, member_status: 'deleted' }, success: true };
  });
}

/** @throws {LoyaltyApiError} 400 in the value shape if another member has the same unique value */
async function mapUniqueViolation<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    for (const [constraint, field] of Object.entries(UNIQUE_FIELDS)) {
      if (violatesUnique(error, constraint)) {
        throw invalidValue(field, 'Already used by another member');
      }
    }
    throw error;
  }
}
