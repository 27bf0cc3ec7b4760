import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { memberPath } from '#console/features/members/member-name.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import type { Job } from '#contract/gateway/job.ts';
import { dateOrderOf } from '#contract/loyalty/members/typed-date.ts';
import { columnLabel, describeIgnored } from './columns/import-columns.ts';
import styles from './import.module.css';

/** What to look at before the import, and what the file has that is not imported. */
export function ImportNotes({ summary }: Pick<Job, 'summary'>) {
  const { warnings = [], ignored_columns: ignored = [], consent } = summary;
  const columns = describeIgnored(ignored);
  const others = columns.filter(({ reason }) => reason === undefined).map(({ name }) => name);
  return (
    <>
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings">
          {warnings.map(({ column, reason, count, rows, members, first_rows: firstRows }) => (
            <li key={`${column} ${reason}`}>
              <TriangleAlert aria-hidden="true" />
              <span>
                <strong>{columnLabel(column)}</strong>: {reason}{' '}
                {members === undefined && rowsLabel(count, rows, firstRows)}
                <OtherMembers members={members ?? []} count={count} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {consent && (
        <p>
          Email marketing of new members: {formatNumber(consent.subscribed)} subscribed,{' '}
          {formatNumber(consent.unsubscribed)} not subscribed
          {consent.unknown > 0 && `, ${formatNumber(consent.unknown)} unknown (not subscribed)`}.
        </p>
      )}
      {foundOrders(summary).map((sentence) => (
        <p key={sentence} className={styles.help}>
          {sentence}
        </p>
      ))}
      {others.length > 0 && <p className={styles.help}>Not imported: {others.join(', ')}.</p>}
      {columns.map(({ name, reason }) =>
        reason === undefined ? null : (
          <p key={name} className={styles.help}>
            Not imported: {name}. {reason}
          </p>
        ),
      )}
    </>
  );
}

/** "Birthday: 25/12/1980 can only be day first." */
function foundOrders({ date_columns: columns = [] }: Job['summary']): string[] {
  return columns.flatMap(({ column, order, examples }) => {
    const [example = ''] = examples;
    if (dateOrderOf(example) !== order) return [];
    const words = order === 'day_first' ? 'day first' : 'month first';
    return [`${columnLabel(column)}: ${example} can only be ${words}.`];
  });
}

interface OtherMembersProps {
  /** How many rows are about another member; only the first have a link. */
  readonly count: number;
  readonly members: NonNullable<NonNullable<Job['summary']['warnings']>[number]['members']>;
}

/** Links to the members who have the value already. */
function OtherMembers({ members, count }: OtherMembersProps) {
  const teamId = useTeamId();
  const more = count - members.length;
  const links = members.map(({ row, member_id: id, name }) => (
    <span key={row}>
      {' '}
      Row {row}: <Link to={memberPath(teamId, { id, member_id: id })}>{name}</Link>.
    </span>
  ));
  return (
    <>
      {links}
      {members.length > 0 && more > 0 && ` And ${formatCount(more, 'more row')}.`}
    </>
  );
}

/** "Row 4 has something else." */
function rowsLabel(count: number, rows: readonly number[], firstRows?: readonly number[]): string {
  if (firstRows) {
    const more = count - rows.length;
    return [
      ...rows.map((row, index) => `Row ${row}: see row ${firstRows[index]}.`),
      ...(more > 0 ? [`And ${formatCount(more, 'more row')}.`] : []),
    ].join(' ');
  }
  const list = rows.join(', ');
  if (count === 1) return `Check row ${list}.`;
  return `Check ${formatCount(count, 'row')}: ${list}${count > rows.length ? ' and more' : ''}.`;
}
