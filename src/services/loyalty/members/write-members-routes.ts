import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/loyalty/members/members.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { lockProgramShared } from '#services/loyalty/programs/lock-program.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import { toMemberDocument } from './member-document.ts';
import { findMember } from './members-store.ts';
import { members } from './members-table.ts';
import { createMember, deleteMember, updateMember } from './write-members.ts';

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
    const id = await mapUniqueViolation(() =>
      db.transaction(async (tx) => {
        const locked = await lockProgramShared(tx, program.id);
        return updateMember(tx, { program: locked, address, input: body, now: clock.now() });
      }),
    );
    // The response is the member itself, not wrapped in `data` (decisions.md, 27).
    return { ...(await getDocument(id, program, query.language)), success: true };
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
