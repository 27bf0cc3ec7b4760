import { inArray } from 'drizzle-orm';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { tiers } from '#services/loyalty/tiers/tiers-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, toAuditRow } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { addressOf, profileOf } from './member-document.ts';
import { members } from './members-table.ts';

type MemberColumns = typeof members.$inferSelect;

/** Tiers, and member IDs of referrers, by row id. */
interface Names {
  tiers: ReadonlyMap<number, { name: string; serviceId: string }>;
  referrers: ReadonlyMap<number, string>;
}

/**
 * The recorded fields, by their names in the API except `tier`, `tier_id` and `referrer`. Custom attributes are
 * recorded one by one.
 */
function toAudited(member: MemberColumns, { tiers: byId, referrers }: Names) {
  const attributes = Object.entries(member.customAttributes).map(
    ([key, value]) => [`custom_attributes.${key}`, value] as const,
  );
  const tier = byId.get(member.tierId ?? 0);
  const { line1, line2, ...address } = addressOf(member);
  return {
    member_id: member.memberId,
    ...profileOf(member),
    address_line1: line1,
    address_line2: line2,
    ...address,
    member_tags: member.tags,
    member_status: member.status,
    email_subscription_status: member.emailSubscriptionStatus,
    tier: tier?.name ?? null,
    tier_id: tier?.serviceId ?? null,
    referrer: referrers.get(member.referrerId ?? 0) ?? null,
    ...Object.fromEntries(attributes),
  };
}

/** Only of the tiers and referrers that changed, so that most changes need no query. */
async function findNames(
  tx: Queries,
  before: MemberColumns | undefined,
  after: MemberColumns | undefined,
): Promise<Names> {
  const changedIds = (column: 'tierId' | 'referrerId') =>
    before?.[column] === after?.[column]
      ? []
      : [before?.[column], after?.[column]].filter((id) => typeof id === 'number');
  const tierIds = changedIds('tierId');
  const tierRows =
    tierIds.length === 0
      ? []
      : await tx
          .select({ id: tiers.id, name: tiers.name, serviceId: tiers.serviceId })
          .from(tiers)
          .where(inArray(tiers.id, tierIds));
  const referrerIds = changedIds('referrerId');
  const referrerRows =
    referrerIds.length === 0
      ? []
      : await tx
          .select({ id: members.id, name: members.memberId })
          .from(members)
          .where(inArray(members.id, referrerIds));
  return {
    tiers: new Map(tierRows.map((tier) => [tier.id, tier])),
    referrers: new Map(referrerRows.map(({ id, name }) => [id, name])),
  };
}

/** Leaves out empty fields of a new or deleted member. */
function withoutEmpty(state: object): object {
  return Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== '' && value !== null),
  );
}

/** A member before and after a change: without `before` a new one, without `after` a deleted one. */
interface MemberStates {
  before?: MemberColumns;
  after?: MemberColumns;
}

/** Records a change of a member with what differs; an update without a difference isn't one. */
export async function recordMember(
  tx: Queries,
  program: Pick<Program, 'partnerId'>,
  action: 'member.create' | 'member.update' | 'member.delete',
  states: MemberStates,
): Promise<void> {
  const rows = await toMemberAudit(tx, program, action, states);
  if (rows.length > 0) await tx.insert(auditEvents).values(rows);
}

/** @returns the row that `recordMember` inserts, or none */
export async function toMemberAudit(
  tx: Queries,
  { partnerId }: Pick<Program, 'partnerId'>,
  action: 'member.create' | 'member.update' | 'member.delete',
  { before, after }: MemberStates,
): Promise<(typeof auditEvents.$inferInsert)[]> {
  const member = after ?? before;
  if (!member) return [];
  const names = await findNames(tx, before, after);
  const [from, to] = [before, after].map((state) => (state ? toAudited(state, names) : {}));
  const isUpdate = before !== undefined && after !== undefined;
  const changes = isUpdate
    ? changesBetween(from ?? {}, to ?? {})
    : changesBetween(withoutEmpty(from ?? {}), withoutEmpty(to ?? {}));
  if (isUpdate && changes.length === 0) return [];
  return [toAuditRow({ action, subject: memberSubject(member), changes, partnerId })];
}

/** A member as the subject of an event. */
export function memberSubject({ memberId, serviceId, firstName, lastName }: MemberColumns) {
  const name = `${firstName} ${lastName}`.trim();
  return { type: 'member', id: memberId, name: name === '' ? undefined : name, serviceId };
}
