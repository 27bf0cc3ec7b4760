import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/loyalty/members/members.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { lockProgramShared } from '#services/loyalty/programs/lock-program.ts';
import { members } from '#services/loyalty/tables/members-table.ts';
import type { Program } from '#services/loyalty/tables/programs-table.ts';
import { mapUniqueViolation } from './map-unique-violation.ts';
import { toMemberDocument } from './member-document.ts';
import { findMember } from './members-store.ts';
import { createMember, deleteMember, updateMember } from './write-members.ts';

/** Members are created, changed and deleted. */
export function writeMembersRoutes(app: FastifyInstance, dependencies: LoyaltyDependencies): void {
  const { db, clock } = dependencies;
  const show = async (id: number, program: Program, language: string | undefined) => {
    const row = await findMember(db, eq(members.id, id));
    if (!row) throw new Error('The member that was written is gone');
    return toMemberDocument(row, { program, language });
  };

  operation(app, dependencies, endpoints.createMember, async ({ program, query, body }) => {
    const id = await mapUniqueViolation(() =>
      db.transaction(async (tx) =>
        createMember(tx, await lockProgramShared(tx, program.id), body, clock.now()),
      ),
    );
    return { data: await show(id, program, query.language), success: true };
  });

  operation(app, dependencies, endpoints.updateMember, async ({ program, params, query, body }) => {
    const address = { ...params, idParam: query.idParam };
    const id = await mapUniqueViolation(() =>
      db.transaction(async (tx) => {
        const locked = await lockProgramShared(tx, program.id);
        return updateMember(tx, { program: locked, address, input: body, now: clock.now() });
      }),
    );
    // The member itself at the top level (decisions.md, 27).
    return { ...(await show(id, program, query.language)), success: true };
  });

  operation(app, dependencies, endpoints.deleteMember, async ({ program, params, query }) => {
    const address = { ...params, idParam: query.idParam };
    const id = await db.transaction((tx) =>
      deleteMember(tx, { program, address, now: clock.now() }),
    );
    return { data: { id, member_status: 'deleted' }, success: true };
  });
}
