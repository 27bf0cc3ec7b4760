import { and, eq, inArray, or } from 'drizzle-orm';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import type { GatewayJobRow } from '#services/gateway/jobs/jobs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { nameOf } from './row-values.ts';

type NamedRow = Pick<GatewayJobRow, 'serviceId' | 'memberId' | 'name'>;

/**
 * Looks up the names that the directory has for the members of rows.
 * @returns the name of a row's member, which the row keeps if the member was deleted
 */
export async function findRowNames(
  db: Queries,
  team: number,
  rows: readonly NamedRow[],
): Promise<(row: NamedRow) => string | null> {
  const { teamId, serviceId, memberId, firstName, lastName } = directoryMembers;
  const serviceIds = rows.flatMap((row) => row.serviceId ?? []);
  const memberIds = rows.flatMap((row) => (row.serviceId === null ? row.memberId : []));
  const found =
    rows.length === 0
      ? []
      : await db
          .select({ serviceId, memberId, firstName, lastName })
          .from(directoryMembers)
          .where(
            and(eq(teamId, team), or(inArray(serviceId, serviceIds), inArray(memberId, memberIds))),
          );
  const names = new Map(
    found.flatMap((each) => {
      const name = nameOf({ first_name: each.firstName, last_name: each.lastName });
      return [
        [keyOf(each), name],
        [keyOf({ ...each, serviceId: null }), name],
      ] as const;
    }),
  );
  return (row) => names.get(keyOf(row)) ?? row.name;
}

const keyOf = ({ serviceId, memberId }: { serviceId: string | null; memberId: string }) =>
  serviceId === null ? `member_id ${memberId}` : `id ${serviceId}`;
