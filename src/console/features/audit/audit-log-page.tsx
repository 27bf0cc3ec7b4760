import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { formatDay, formatTime } from '#console/lib/dates/format-date.ts';
import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { actorLabel } from '#console/shared/audit/audit-labels.ts';
import { ExportLogButton } from '#console/shared/audit/export-log-button.tsx';
import { peopleQuery } from '#console/shared/people/people-query.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { AdministratorsOnlyPage } from '#console/ui/page/item-status-page.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { cursorPaging } from '#console/ui/pager/cursor-paging.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { AUDIT_CSV_PATH, type AuditEvent, listAuditEvents } from '#contract/audit/audit-events.ts';
import { auditQuery } from './audit-queries.ts';
import { AuditFilterBar, filterLabels } from './filter/audit-filters.tsx';
import { auditFilters, auditSearch, NO_FILTERS } from './filter/audit-view.ts';
import { findSameNames } from './sentence/audit-event-labels.ts';
import { EventSentence } from './sentence/event-sentence.tsx';

const DESCRIPTION = 'Who changed what in this team, and when.';

/** Every change in the team; only administrators see it. */
export function AuditLogPage() {
  const { audit } = useApi();
  const isAdministrator = useCurrentTeam()?.meta?.can_administer !== false;
  // Without an audit log this page has no route.
  if (!audit) return null;
  if (isAdministrator) return <AuditLog audit={audit} />;
  return (
    <AdministratorsOnlyPage title="Audit log" description={DESCRIPTION} icon={<ScrollText />} />
  );
}

const CSV_ENDPOINT = { ...listAuditEvents, path: AUDIT_CSV_PATH };

function AuditLog({ audit }: { readonly audit: Client }) {
  const teamId = useTeamId();
  const { rules } = useApi();
  const { search } = useLocation();
  const pages = useCursorPages(auditSearch.parse, auditSearch.write);
  const { view } = pages;
  const list = useListQuery(auditQuery(audit, teamId, view), {
    what: 'changes',
    rows: ({ rows }) => rows,
    missingScope: useMissingScope('teams:read'),
    cursor: view.cursor,
  });
  const page = list.data;
  const rows = page?.rows ?? [];
  const actors = useActors(view.actor, rows);
  const columns = useMemo(() => auditColumns(page?.rows ?? []), [page]);
  return (
    <ListPage
      title="Audit log"
      description={DESCRIPTION}
      actions={
        <>
          {rules && <LinkButton to={paths.securityLog(teamId)}>Security log</LinkButton>}
          {rules && <LinkButton to={paths.exportTokens(teamId)}>Export tokens</LinkButton>}
          <ExportLogButton
            log="audit log"
            client={audit}
            endpoint={CSV_ENDPOINT}
            query={auditFilters(view)}
          />
        </>
      }
      filterBar={<AuditFilterBar {...{ view, rows, actors }} onChange={pages.change} />}
      list={list}
      columns={columns}
      cards="tall"
      density="tall"
      groupOf={({ at }) => formatDay(new Date(at), new Date())}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.auditEvent(teamId, id) + search}
      filters={filterLabels(view, actors)}
      onClearFilters={() => pages.change(NO_FILTERS)}
      empty={
        <EmptyState icon={<ScrollText />} title="No changes yet">
          <p>
            Every change in this team appears here, with the person or application that made it.
          </p>
        </EmptyState>
      }
      {...cursorPaging(pages, list)}
    >
      <Outlet />
    </ListPage>
  );
}

/**
 * Names of those who can have made changes, by the value of the filter: the people of the team, those in
 * the rows, such as API keys and people who have left, and the one that the log is filtered by.
 */
function useActors(
  filtered: string | undefined,
  rows: readonly AuditEvent[],
): ReadonlyMap<string, string> {
  const people = useQuery({
    ...peopleQuery(useApi(), useTeamId()),
    enabled: useMissingScope('users:read') === undefined,
  });
  const users = people.data?.people.filter(({ kind }) => kind === 'user') ?? [];
  const actors = new Map<string, string>([
    ...users.map(({ id, name, email }) => [`user:${id}`, name ?? email] as const),
    ...rows.map(({ actor }) => [`${actor.kind}:${actor.id}`, actorLabel(actor)] as const),
  ]);
  if (filtered !== undefined && !actors.has(filtered)) actors.set(filtered, filtered);
  return actors;
}

function auditColumns(rows: readonly AuditEvent[]): readonly Column<AuditEvent>[] {
  const sameNames = findSameNames(rows);
  return [
    {
      id: 'change',
      header: 'Change',
      cell: (event) => <EventSentence event={event} showsId={sameNames.has(event.id)} />,
    },
    TIME_COLUMN,
  ];
}

const TIME_COLUMN: Column<AuditEvent> = {
  id: 'at',
  header: 'Time',
  width: '112px',
  card: 'fact',
  cell: ({ at }) => (
    <time dateTime={at} title={timestampTooltip(at)}>
      {formatTime(new Date(at))}
    </time>
  ),
};
