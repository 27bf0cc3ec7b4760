import type { FastifyInstance } from 'fastify';
import * as endpoints from '#contract/loyalty/members/members.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { invalidParameter } from '#services/loyalty/http/error-response.ts';
import { operation } from '#services/loyalty/http/operation.ts';
import { createMemberReader } from './get-member.ts';
import { toMemberDocument } from './member-document.ts';
import { listKey } from './member-filters.ts';
import { createMembersCursor } from './members-cursor.ts';
import { countMembers, listMembersPage } from './members-store.ts';

export function readMembersRoutes(app: FastifyInstance, dependencies: LoyaltyDependencies): void {
  const { db } = dependencies;
  const readMember = createMemberReader(db);
  const cursors = createMembersCursor(dependencies.keyring);

  operation(app, dependencies, endpoints.listMembers, async ({ program, query }) => {
    const { start_cursor, count, language } = query;
    const list = listKey(program.id, query);
    const afterId = start_cursor === undefined ? 0 : cursors.decode(start_cursor, list);
    if (afterId === undefined) {
      throw invalidParameter('start_cursor', 'Must be a next_cursor of a list with these filters');
    }
    const [{ rows: page, more }, total] = await Promise.all([
      listMembersPage(db, program.id, query, { afterId, count }),
      countMembers(db, program.id, query),
    ]);
    const data = {
      total,
      next_cursor: cursors.encode(page.at(-1)?.member.id ?? afterId, list),
      members: page.map((row) => toMemberDocument(row, { program, language })),
      more,
    };
    return { data, success: true };
  });

  operation(app, dependencies, endpoints.getMember, async ({ program, params, query }) => {
    const row = await readMember(program.id, { ...params, idParam: query.idParam });
    return { data: toMemberDocument(row, { program, language: query.language }), success: true };
  });
}
