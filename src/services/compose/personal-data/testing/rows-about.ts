import { MEMBER_ID_FIELDS } from '#services/platform/audit/audit-events-table.ts';
import { type Dump, findTexts, hasText } from '#services/testing/database/dump.ts';
import type { Person } from './history.ts';

type Row = Record<string, unknown>;

/** Whether a row of a dump is about a person, by the rules of decisions.md, 63. */
export function createIsAbout(dump: Dump, person: Person, others: readonly Person[]) {
  const { marker, serviceId, memberId, program } = person;
  const find = (table: string, test: (row: Row) => boolean) => (dump[table] ?? []).filter(test);
  const isOwn = (row: Row) => hasText(row, [marker, serviceId]);
  const memberRows = new Set(
    find('loyalty_members', (row) => row.service_id === serviceId).map(({ id }) => id),
  );
  const eventIds = new Set(find('loyalty_outbound_events', isOwn).map(({ id }) => id));
  const jobIds = new Set(
    [...find('gateway_job_rows', (row) => isOwn(row) || hasId(row))].map((row) => row.job_id),
  );
  const isInTime = (at: unknown) => {
    const time = new Date(at as string);
    return time >= person.addedAt && (!person.deletedAt || time <= person.deletedAt);
  };
  const isOfProgram = (row: Row) =>
    program.teamIds.includes(row.team_id as number) || row.partner_id === program.partnerId;
  /** Only the ID, and no value of anybody. */
  function hasId(row: Row): boolean {
    return (
      row.member_id === memberId &&
      !hasText(
        row,
        others.flatMap((o) => [o.marker, o.serviceId]),
      )
    );
  }
  const isInAudit = (row: Row) => {
    const changes = row.changes as { field: string; before?: unknown; after?: unknown }[];
    const ids = changes
      .filter(({ field }) => MEMBER_ID_FIELDS.includes(field))
      .flatMap(({ before, after }) => [before, after].flat());
    return isOfProgram(row) && isInTime(row.at) && ids.includes(memberId);
  };

  return (table: string, row: Row): boolean => {
    if (isOwn(row)) return true;
    if (table === 'audit_events') return isInAudit(row);
    if (table === 'inbox_replays') {
      return row.member_id === memberId && isOfProgram(row) && isInTime(row.started_at);
    }
    if (table === 'loyalty_members') return memberRows.has(row.referrer_id);
    if (table === 'loyalty_point_transactions') return memberRows.has(row.member_id);
    if (table === 'loyalty_deliveries') {
      return (row.event_ids as unknown[]).some((id) => eventIds.has(id));
    }
    if (table === 'gateway_job_rows') return hasId(row);
    return table === 'gateway_jobs' && jobIds.has(row.id);
  };
}

/** Tables in which texts of a person are in rows about another one, or are counted. */
const SHARED = /^(inbox_deliveries|directory_(members|counts|words))$|counters$/;

/** How often texts of people are in tables, but for those that an erasure of others may change. */
export function countMarkers(dump: Dump, people: readonly Person[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [table, rows] of Object.entries(dump)) {
    if (SHARED.test(table)) continue;
    const text = JSON.stringify(rows);
    for (const { marker } of people) {
      const count = text.split(marker).length - 1;
      if (count > 0) counts[`${table} ${marker}`] = count;
    }
  }
  return counts;
}

/** The tables that still have texts of people. */
export const findPeople = (dump: Dump, people: readonly Person[]) =>
  findTexts(
    dump,
    people.map(({ marker }) => marker),
  );
