import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryTiers } from './directory-members-table.ts';

interface MemberTier {
  tier_id: string | null;
  tier_name: string;
  read_at: string;
}

/** A common table expression that saves the newest names of the tiers that members have. */
export function saveTierNames(teamId: number, members: readonly MemberTier[]): SQL {
  const newest = new Map<string | null, MemberTier>();
  for (const { tier_id, tier_name, read_at } of members) {
    const known = newest.get(tier_id);
    if (tier_id === null || tier_name === '' || (known && known.read_at > read_at)) continue;
    newest.set(tier_id, { tier_id, tier_name, read_at });
  }
  return sql`
    tier_names as (
      insert into ${directoryTiers} (team_id, tier_id, name, read_at)
      select ${teamId}::bigint, tier_id, tier_name, read_at
      from json_to_recordset(${JSON.stringify([...newest.values()])}::json)
        as r(tier_id text, tier_name text, read_at timestamptz)
      on conflict (team_id, tier_id) do update set name = excluded.name, read_at = excluded.read_at
      where ${directoryTiers.readAt} <= excluded.read_at)`;
}

/** The names of a team's tiers by ID. Tiers whose members were read by an older version are missing. */
export async function findTierNames(db: Queries, teamId: number): Promise<Map<string, string>> {
  const { tierId, name } = directoryTiers;
  const rows = await db
    .select({ tierId, name })
    .from(directoryTiers)
    .where(eq(directoryTiers.teamId, teamId));
  return new Map(rows.map((row) => [row.tierId, row.name]));
}

/** The IDs of a team's tiers, lowest first. Other services don't say which is higher: by name. */
export async function findTierOrder(
  { db, programs }: Pick<GatewayDependencies, 'db' | 'programs'>,
  teamId: number,
): Promise<string[]> {
  const { partnerId, baseUrl } = loyaltyConnections;
  const [connection] = await db
    .select({ partnerId })
    .from(loyaltyConnections)
    .where(and(eq(loyaltyConnections.teamId, teamId), isNull(baseUrl)));
  if (!connection || !programs) {
    const names = [...(await findTierNames(db, teamId))];
    return names.sort(([, one], [, other]) => one.localeCompare(other, 'en')).map(([id]) => id);
  }
  const { tiers } = await programs.getProgram(connection.partnerId);
  return tiers.toSorted((one, other) => one.rank - other.rank).map(({ id }) => id);
}
