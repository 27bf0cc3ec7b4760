import { inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/loyalty/members/members.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { lockProgramShared } from '#services/loyalty/programs/lock-program.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { type Context, currentContext } from '#services/platform/context.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { toMemberDocument } from './member-document.ts';
import { listMembersWhere, type MemberRow } from './members-store.ts';
import { members } from './members-table.ts';
import { createMembers, deleteMember, updateMembers } from './write-members.ts';

/** In a transaction, in which the embedded database does nothing else. */
const WRITES_MAX = 25;

const UNIQUE_FIELDS = {
  loyalty_members_member_id_unique: 'member_id',
  loyalty_members_email_unique: 'email_address',
  loyalty_members_phone_unique: 'phone_number',
};

export function writeMembersRoutes(app: FastifyInstance, dependencies: LoyaltyDependencies): void {
  const { db, clock } = dependencies;
  /** Writes that arrive at the same time share a transaction, but not background work with requests. */
  const writeTogether = <Write extends { context: Context }>(
    write: (
      tx: Queries,
      program: Program,
      writes: readonly Write[],
      now: Date,
    ) => Promise<number[]>,
  ) =>
    createGroupCommit({
      keyOf: ({ programId, context }: Write & { programId: number }) =>
        `${programId} ${context.isBackground ? 'background' : 'request'}`,
      write: (writes) =>
        db.transaction(async (tx) => {
          const locked = await lockProgramShared(tx, writes[0]?.programId ?? 0);
          const ids = await write(tx, locked, writes, clock.now());
          const rows = await listMembersWhere(tx, inArray(members.id, ids));
          const byId = new Map(rows.map((row) => [row.member.id, row]));
          return ids.map((id) => byId.get(id) as MemberRow);
        }),
      maxItems: WRITES_MAX,
    });
  const createTogether = writeTogether(createMembers);
  const updateTogether = writeTogether(updateMembers);

  operation(app, dependencies, endpoints.createMember, async ({ program, query, body }) => {
    const added = { programId: program.id, input: body, context: currentContext() };
    const row = await mapUniqueViolation(() => createTogether(added));
    return { data: toMemberDocument(row, { program, language: query.language }), success: true };
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
