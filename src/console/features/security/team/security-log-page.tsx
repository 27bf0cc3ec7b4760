import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { securityEventLabel } from '#console/features/security/security-event-label.ts';
import { formatDay, formatTime } from '#console/lib/dates/format-date.ts';
import { formatDays } from '#console/lib/dates/local-days.ts';
import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { actorLabel } from '#console/shared/audit/audit-labels.ts';
import { DATE_PRESETS } from '#console/shared/audit/date-presets.ts';
import { ExportLogButton } from '#console/shared/audit/export-log-button.tsx';
import { peopleQuery } from '#console/shared/people/people-query.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { ChoiceChip } from '#console/ui/filter/choice-chip.tsx';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import { TimeRangeFilter } from '#console/ui/filter/time-range-filter.tsx';
import { AdministratorsOnlyPage } from '#console/ui/page/item-status-page.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { cursorPaging } from '#console/ui/pager/cursor-paging.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { Avatar } from '#console/ui/row/avatar.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { deviceName } from '#contract/account/device-name.ts';
import {
  listTeamSecurityEvents,
  SECURITY_CSV_PATH,
  type SecurityEvent,
} from '#contract/people/security-log.ts';
import styles from './security-log-page.module.css';
import {
  type EventKind,
  type SecurityLogFilters,
  securityLogFilters,
  securityLogQuery,
  securityLogSearch,
} from './security-log-query.ts';

const DESCRIPTION = 'How the people on this team have signed in since they joined it.';
const CSV_ENDPOINT = { ...listTeamSecurityEvents, path: SECURITY_CSV_PATH };
const NO_FILTERS: SecurityLogFilters = {
  q: undefined,
  user: undefined,
  kind: undefined,
  since: undefined,
  until: undefined,
};
const KIND_LABELS: Readonly<Record<EventKind, string>> = {
  sign_ins: 'Sign-ins',
  failures: 'Failed attempts',
  sessions: 'Sign-outs and ended sessions',
  methods: 'Changes to methods',
};
const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({
  value: value as EventKind,
  label,
}));

/** Sign-ins, failures, methods and sessions of the team's people; only administrators see them. */
export function SecurityLogPage() {
  const { rules } = useApi();
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  // Without rules this page has no route.
  if (!rules) return null;
  if (isAdministrator) return <SecurityLog rules={rules} />;
  return (
    <AdministratorsOnlyPage title="Security log" description={DESCRIPTION} icon={<KeyRound />} />
  );
}

function SecurityLog({ rules }: { readonly rules: Client }) {
  const teamId = useTeamId();
  const { audit } = useApi();
  const pages = useCursorPages(securityLogSearch.parse, securityLogSearch.write);
  const { view } = pages;
  const list = useListQuery(securityLogQuery(rules, teamId, view), {
    what: 'security events',
    rows: ({ rows }) => rows,
    missingScope: useMissingScope('users:read'),
    cursor: view.cursor,
  });
  const people = usePeopleNames(view.user);
  const filters = filterLabels(view, people);
  return (
    <ListPage
      title="Security log"
      description={DESCRIPTION}
      actions={
        <>
          {audit && <LinkButton to={paths.auditLog(teamId)}>Audit log</LinkButton>}
          <LinkButton to={paths.exportTokens(teamId)}>Export tokens</LinkButton>
          <ExportLogButton
            log="security log"
            client={rules}
            endpoint={CSV_ENDPOINT}
            query={securityLogFilters(view)}
          />
        </>
      }
      filterBar={
        <FilterBar
          search={
            <SearchField
              label="Search"
              placeholder="Person, method or IP address"
              value={view.q}
              onChange={(q) => pages.change({ q }, { replace: view.q !== undefined })}
            />
          }
          onClear={filters.length > 0 ? () => pages.change(NO_FILTERS) : undefined}
        >
          <ChoiceChip
            label="Person"
            onRemove={() => pages.change({ user: undefined })}
            options={[...people].map(([value, label]) => ({ value, label }))}
            value={view.user}
            onChoose={(user) => pages.change({ user })}
          />
          <ChoiceChip
            label="Event"
            onRemove={() => pages.change({ kind: undefined })}
            options={KINDS}
            value={view.kind}
            onChoose={(kind) => pages.change({ kind })}
          />
          <TimeRangeFilter
            label="Date"
            unit="days"
            value={view}
            format={formatDays}
            presets={DATE_PRESETS}
            onChange={pages.change}
          />
        </FilterBar>
      }
      list={list}
      columns={COLUMNS}
      cards="tall"
      density="tall"
      groupOf={({ at }) => formatDay(new Date(at), new Date())}
      rowKey={({ id }) => id}
      filters={filters}
      onClearFilters={() => pages.change(NO_FILTERS)}
      empty={
        <EmptyState icon={<KeyRound />} title="No sign-ins yet">
          <p>Sign-ins, failed attempts and changes to methods appear here.</p>
        </EmptyState>
      }
      {...cursorPaging(pages, list)}
    />
  );
}

/** The names of the team's people by ID, and the one that the log is filtered by. */
function usePeopleNames(filtered: string | undefined): ReadonlyMap<string, string> {
  const people = useQuery(peopleQuery(useApi(), useTeamId()));
  const users = people.data?.people.filter(({ kind }) => kind === 'user') ?? [];
  const names = new Map(users.map(({ id, name, email }) => [id, name ?? email] as const));
  if (filtered !== undefined && !names.has(filtered)) names.set(filtered, `User ${filtered}`);
  return names;
}

/** The filters that are set, for "no events match". */
function filterLabels(
  { q, user, kind, since, until }: SecurityLogFilters,
  people: ReadonlyMap<string, string>,
): string[] {
  const days = formatDays({ since, until });
  return [
    ...(q === undefined ? [] : [`“${q}”`]),
    ...(user === undefined ? [] : [`Person is ${people.get(user)}`]),
    ...(kind === undefined ? [] : [`Event is ${KIND_LABELS[kind].toLowerCase()}`]),
    ...(days === undefined ? [] : [`Date is ${days}`]),
  ];
}

/** What happened. The label for the person's own page may say "your". */
const labelOf = (event: SecurityEvent) =>
  event.action === 'person.reset_sign_in'
    ? `${actorLabel(event.actor)} reset the sign-in`
    : securityEventLabel(event);
const nameOf = ({ user: { id, name } }: SecurityEvent) => name ?? `User ${id}`;

const COLUMNS: readonly Column<SecurityEvent>[] = [
  {
    id: 'event',
    header: 'Event',
    cell: (event) => (
      <span className={styles.event}>
        <Avatar name={nameOf(event)} />
        <span>
          <b>{nameOf(event)}</b>
          <small>{labelOf(event)}</small>
        </span>
      </span>
    ),
  },
  {
    id: 'device',
    header: 'Device',
    card: 'fact',
    width: '168px',
    cell: ({ user_agent: userAgent }) => (userAgent === undefined ? '—' : deviceName(userAgent)),
  },
  {
    id: 'ip',
    header: 'IP address',
    card: 'fact',
    width: '136px',
    cell: ({ ip }) => ip ?? '—',
  },
  {
    id: 'at',
    header: 'Time',
    width: '112px',
    card: 'fact',
    cell: ({ at }) => (
      <time dateTime={at} title={timestampTooltip(at)}>
        {formatTime(new Date(at))}
      </time>
    ),
  },
];
