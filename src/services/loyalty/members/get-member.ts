import { asc, or } from 'drizzle-orm';
import { invalidParameter } from '#services/loyalty/http/error-response.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { createGroupCommit } from '#services/platform/database/group-commit.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import {
  findMember,
  listMembersWhere,
  type MemberAddress,
  type MemberRow,
  matchesAddress,
} from './members-store.ts';
import { members } from './members-table.ts';

/** Members in one query of `createMemberReader`. */
const READ_TOGETHER = 50;

/**
 * Finds the member in a path.
 * @throws {LoyaltyApiError} 400 naming `member_id` or `id` (decisions.md, 26 and 31)
 */
export async function getMember(
  db: Queries,
  programId: number,
  address: MemberAddress,
): Promise<MemberRow> {
  const row = await findMember(db, matchesAddress(programId, address));
  if (!row) throw memberNotFound(address);
  return row;
}

/** Like `getMember`. Requests that arrive while others are read share the next query, such as those of a job. */
export function createMemberReader(db: Queries) {
  const findTogether = createGroupCommit({
    keyOf: () => currentContext().isBackground ?? false,
    write: async (asked: readonly { programId: number; address: MemberAddress }[]) => {
      const conditions = asked.map(({ programId, address }) => matchesAddress(programId, address));
      const rows = await listMembersWhere(db, or(...conditions));
      return asked.map(({ programId, address }) =>
        rows.find(({ member }) => member.programId === programId && hasAddress(member, address)),
      );
    },
    maxItems: READ_TOGETHER,
  });
  return async (programId: number, address: MemberAddress): Promise<MemberRow> => {
    const row = await findTogether({ programId, address });
    if (!row) throw memberNotFound(address);
    return row;
  };
}

/**
 * Finds the member in a path and locks it, so that it isn't deleted before the transaction ends.
 * @throws {LoyaltyApiError} like `getMember`
 */
export async function lockMember(tx: Queries, programId: number, address: MemberAddress) {
  const [member] = await lockForUpdate(
    tx.select().from(members).where(matchesAddress(programId, address)),
  );
  if (!member) throw memberNotFound(address);
  return member;
}

/**
 * Like `lockMember` for several, in the order of their creation.
 * @returns the member of each address
 */
export async function lockMembers(
  tx: Queries,
  programId: number,
  addresses: readonly MemberAddress[],
) {
  const rows = await lockForUpdate(
    tx
      .select()
      .from(members)
      .where(or(...addresses.map((address) => matchesAddress(programId, address))))
      .orderBy(asc(members.id)),
  );
  return addresses.map((address) => {
    const member = rows.find((row) => hasAddress(row, address));
    if (!member) throw memberNotFound(address);
    return member;
  });
}

const hasAddress = (row: MemberRow['member'], { member, idParam }: MemberAddress) =>
  row[idParam === 'member_id' ? 'memberId' : 'serviceId'] === member;

/** A 400 that names the id as the request does (decisions.md, 26). */
function memberNotFound({ idParam }: MemberAddress) {
  return invalidParameter(idParam ?? 'id', 'There is no such member');
}
