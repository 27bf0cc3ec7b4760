import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { attributeLabel, formatAttributeValue } from '#console/lib/format/format-attribute.ts';
import { formatJson } from '#console/lib/format/format-json.ts';
import { formatChange, formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { actionLabel, fieldLabel, valueLabel } from '#console/shared/audit/audit-labels.ts';
import { eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import { jobKindLabel } from '#console/shared/jobs/job-labels.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import type { PersonalData } from '#contract/gateway/personal-data.ts';
import styles from './personal-data.module.css';
import { type Entry, formatMoment } from './personal-data-groups.ts';
import { Count } from './profile-card.tsx';

/** More of them are in the file. */
const SHOWN = 20;

interface History {
  readonly title: string;
  /** When an entry was made. */
  readonly at: string;
  /** The other columns: header and content. */
  readonly columns: readonly (readonly [
    header: string,
    cell: (entry: Entry, teamId: string) => ReactNode,
  ])[];
}

const text = (value: unknown) => <Breakable text={formatAttributeValue(value)} />;

/** Whatever was stored, to be opened: it repeats much of the profile. */
const content = (value: unknown) => (
  <details className={styles.content}>
    <summary>Show content</summary>
    <CodeBlock label="Content" text={formatJson(value) ?? ''} wrap />
  </details>
);

const eventColumns: History['columns'] = [
  ['Event', ({ event_type: type }) => eventTypeLabel(String(type))],
  ['Content', ({ data }) => content(data)],
];

/** Kinds of points that a member lost. */
const LOST: readonly unknown[] = ['redeemed', 'expired', 'deducted', 'removed'];
/** Kinds that change no balance. */
const UNSETTLED: readonly unknown[] = ['pending', 'rejected'];

function pointsOf({ kind, points }: Entry): string {
  if (UNSETTLED.includes(kind)) return formatNumber(Number(points));
  return formatChange(LOST.includes(kind) ? -Number(points) : Number(points));
}

/** "Tier: Silver → Gold" for each changed field. */
function changesOf({ changes }: Entry): ReactNode {
  const list = Array.isArray(changes) ? (changes as AuditEvent['changes']) : [];
  return list.map(({ field, before, after }) => (
    <p key={field}>
      {fieldLabel(field)}: {before === null ? '' : `${valueLabel(before, field)} → `}
      {valueLabel(after, field)}
    </p>
  ));
}

const HISTORIES: Readonly<Record<string, History>> = {
  points: {
    title: 'Points history',
    at: 'occurred_at',
    columns: [
      ['What', ({ kind }) => attributeLabel(String(kind))],
      ['Points', pointsOf],
      ['Valid until', ({ expires_at: until }) => text(formatMoment(String(until)))],
      ['Reason', ({ reason }) => text(reason)],
    ],
  },
  inbox_events: { title: 'Received events', at: 'received_at', columns: eventColumns },
  sent_events: { title: 'Sent events', at: 'created_at', columns: eventColumns },
  job_rows: {
    title: 'Imports and other jobs',
    at: 'created_at',
    columns: [
      [
        'Job',
        ({ kind, job }, teamId) => (
          <Link to={paths.job(teamId, String(job))}>{jobKindLabel(String(kind))}</Link>
        ),
      ],
      ['Result', ({ state }) => attributeLabel(String(state))],
      ['Values', ({ values, columns }) => content({ columns, values })],
    ],
  },
  audit_events: {
    title: 'Audit log',
    at: 'at',
    columns: [
      ['What', ({ action }) => actionLabel(String(action))],
      ['By', ({ actor }) => text((actor as { name?: unknown } | null)?.name)],
      ['Values', changesOf],
    ],
  },
};

/** The name of a section for people: "Received events". */
export function sectionLabel(name: string): string {
  return HISTORIES[name]?.title ?? SECTION_LABELS[name] ?? attributeLabel(name);
}

const SECTION_LABELS: Readonly<Record<string, string>> = {
  profile: 'Profile',
  directory: 'Member directory',
};

export function HistoryCard({ sections }: Pick<PersonalData, 'sections'>) {
  const teamId = useTeamId();
  const names = new Set([...Object.keys(HISTORIES), ...Object.keys(sections)]);
  const kept = [...names]
    .filter((name) => !(name in SECTION_LABELS))
    .map((name) => ({ name, entries: sections[name] ?? [] }))
    .filter(({ entries }) => entries.length > 0);
  if (kept.length === 0) return null;
  return (
    <Card>
      {kept.map(({ name, entries }) => (
        <CardSection
          key={name}
          title={sectionLabel(name)}
          action={<Count>{formatCount(entries.length, 'entry', 'entries')}</Count>}
        >
          <EntriesTable name={name} entries={entries.slice(0, SHOWN)} teamId={teamId} />
          {entries.length > SHOWN && (
            <p className={styles.more}>
              {formatCount(entries.length - SHOWN, 'more entry is', 'more entries are')} in the
              download.
            </p>
          )}
        </CardSection>
      ))}
    </Card>
  );
}

interface EntriesTableProps {
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly teamId: string;
}

function EntriesTable({ name, entries, teamId }: EntriesTableProps) {
  const history = HISTORIES[name];
  const columns = history?.columns ?? [['Content', content] as const];
  const last = columns.length - 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields
    <div
      role="group"
      aria-label={`${sectionLabel(name)}, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards can't scroll it otherwise
      tabIndex={0}
      className={styles.scroll}
    >
      <table aria-label={sectionLabel(name)} className={styles.table}>
        <thead>
          <tr>
            {history && <th scope="col">When</th>}
            {columns.map(([header]) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries never change
            <tr key={index}>
              {history && (
                <td className={styles.short}>{formatMoment(String(entry[history.at]))}</td>
              )}
              {columns.map(([header, cell], column) => (
                <td
                  key={header}
                  dir="auto"
                  className={column === last ? styles.wide : styles.short}
                >
                  {cell(entry, teamId)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
