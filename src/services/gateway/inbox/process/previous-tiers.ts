import { sql } from 'drizzle-orm';
import { MEMBER_TIER_UPGRADE, webhookEventDataSchema } from '#contract/loyalty/webhooks.ts';
import { read } from '#contract/reader.ts';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import { type InboxEventRow, inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import { inboxMemberFacts } from './member-facts-table.ts';

/** A tier that a member had at a time. */
interface KnownTier {
  name: string | undefined;
  at: Date;
}

/**
 * The tiers that members had before these upgrades, which the events don't have, by the events'
 * sequence. They come from the last event about the member or the directory, whichever is newer.
 */
export async function findPreviousTiers(
  tx: Queries,
  events: readonly InboxEventRow[],
): Promise<ReadonlyMap<number, string>> {
  const upgrades = events.filter(
    ({ eventType, memberId, isTest, replays }) =>
      eventType === MEMBER_TIER_UPGRADE && memberId !== null && !isTest && replays === 0,
  );
  if (upgrades.length === 0) return new Map();
  const known = await listKnownTiers(tx, upgrades);
  const previous = new Map<number, string>();
  for (const event of upgrades) {
    const key = keyOf(event.teamId, event.memberId);
    const { newest, before } = known.get(key) ?? {};
    const reached = tierNameOf(JSON.parse(event.data)?.member_info);
    // The directory may have read the member after the upgrade.
    const isRead = newest?.name === reached;
    const name = isRead ? before : newest && newest.at <= event.factsAt ? newest.name : undefined;
    if (name !== undefined && name !== reached) previous.set(event.sequence, name);
    if (!newest || newest.at <= event.factsAt) {
      known.set(key, { newest: { name: reached, at: event.factsAt }, before: undefined });
    }
  }
  return previous;
}

interface KnownTiers {
  newest: KnownTier;
  /** The tier before the newest, if the directory saw the change. */
  before: string | undefined;
}

async function listKnownTiers(tx: Queries, events: readonly InboxEventRow[]) {
  const members = new Map(
    events.map(({ teamId, memberId }) => [keyOf(teamId, memberId), { teamId, memberId }]),
  );
  const { source } = jsonRows(inboxEvents, [...members.values()]);
  const { rows } = await tx.execute<{
    team_id: string;
    member_id: string;
    tier_name: string | null;
    previous_tier_name: string | null;
    read_at: string | null;
    facts_at: string | null;
    member_info: string | null;
  }>(sql`
    select r.team_id, r.member_id, member.tier_name, member.previous_tier_name, member.read_at,
      facts.facts_at, facts.member_info
    from ${source} as r
    left join lateral (
      select * from ${directoryMembers}
      where team_id = r.team_id and member_id = r.member_id limit 1) member on true
    left join ${inboxMemberFacts} facts
      on facts.team_id = r.team_id and facts.member_id = r.member_id`);
  const known = new Map<string, KnownTiers>();
  for (const row of rows) {
    const sources: KnownTier[] = [];
    if (row.read_at !== null) {
      sources.push({ name: row.tier_name ?? undefined, at: new Date(row.read_at) });
    }
    if (row.facts_at !== null) {
      const name = tierNameOf(JSON.parse(row.member_info ?? 'null'));
      sources.push({ name, at: new Date(row.facts_at) });
    }
    const newest = sources.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
    const before = row.previous_tier_name ?? undefined;
    if (newest) known.set(keyOf(Number(row.team_id), row.member_id), { newest, before });
  }
  return known;
}

const keyOf = (teamId: number, memberId: string | null) => `${teamId} ${memberId}`;

function tierNameOf(memberInfo: unknown): string | undefined {
  const data = read(webhookEventDataSchema, { member_info: memberInfo });
  const name = data?.member_info?.tier_info?.loyalty_tier_name?.trim();
  return name === '' ? undefined : name;
}
