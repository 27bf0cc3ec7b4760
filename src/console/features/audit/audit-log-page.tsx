import { useMutation } from '@tanstack/react-query';
import { Download, ScrollText } from 'lucide-react';
import { Outlet, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { downloadFile } from '#console/api/download-file.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { askAdministrators } from '#console/lib/ask-administrators.ts';
import { saveFile } from '#console/lib/save-file.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { actionLabel, actorLabel, subjectLabel } from '#console/shared/audit/audit-labels.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Pager } from '#console/ui/pager/pager.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import { AUDIT_CSV_PATH, type AuditEvent, listAuditEvents } from '#contract/audit/audit-events.ts';
import { AuditFilterBar, filterLabels } from './audit-filters.tsx';
import { auditQuery } from './audit-queries.ts';
import {
  type AuditView,
  auditFilters,
  auditSearch,
  NO_FILTERS,
  parseAuditView,
} from './audit-view.ts';

const DESCRIPTION = 'Who changed what in this team, and when.';

/** Every change in the team; only administrators see it. */
export function AuditLogPage() {
  const { audit } = useApi();
  const meta = useCurrentTeam()?.meta;
  if (audit && meta?.can_administer !== false) return <AuditLog audit={audit} />;
  return (
    <PageStack>
      <PageHeader title="Audit log" description={DESCRIPTION} />
      <Card>
        <EmptyState icon={<ScrollText />} title="Only administrators can see this page">
          <p>{askAdministrators(meta?.administrators)}</p>
        </EmptyState>
      </Card>
    </PageStack>
  );
}

function AuditLog({ audit }: { readonly audit: Client }) {
  const teamId = useTeamId();
  const { search } = useLocation();
  const pages = useCursorPages(parseAuditView, auditSearch);
  const { view } = pages;
  const list = useListQuery(auditQuery(audit, teamId, view), {
    what: 'changes',
    rows: ({ rows }) => rows,
    missingScope: useMissingScope('teams:read'),
    cursor: view.cursor,
  });
  const page = list.data;
  const nextCursor = page?.nextCursor;
  return (
    <ListPage
      title="Audit log"
      description={DESCRIPTION}
      actions={<ExportButton audit={audit} view={view} />}
      filterBar={<AuditFilterBar view={view} rows={page?.rows ?? []} onChange={pages.change} />}
      list={list}
      total={page?.total}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.auditEvent(teamId, id) + search}
      filters={filterLabels(view)}
      onClearFilters={() => pages.change(NO_FILTERS)}
      onFirstPage={view.cursor === undefined ? undefined : () => pages.change({})}
      empty={
        <EmptyState icon={<ScrollText />} title="No changes yet">
          <p>
            Every change in this team appears here, with the person or application that made it.
          </p>
        </EmptyState>
      }
      pager={
        page && (
          <Pager
            from={page.from}
            to={page.from + page.rows.length - 1}
            total={page.total}
            onPrevious={view.cursor === undefined ? undefined : pages.showPrevious}
            onNext={nextCursor === undefined ? undefined : () => pages.showNext(nextCursor)}
          />
        )
      }
    >
      <Outlet />
    </ListPage>
  );
}

const COLUMNS: readonly Column<AuditEvent>[] = [
  { id: 'action', header: 'Action', width: '24%', cell: ({ action }) => actionLabel(action) },
  { id: 'subject', header: 'Changed', card: 'fact', cell: ({ subject }) => subjectLabel(subject) },
  {
    id: 'actor',
    header: 'Person',
    width: '24%',
    card: 'fact',
    cell: ({ actor }) => actorLabel(actor),
  },
  {
    id: 'at',
    header: 'Date',
    width: '140px',
    card: 'status',
    cell: ({ at }) => <RelativeTime at={at} />,
  },
];

interface ExportButtonProps {
  readonly audit: Client;
  readonly view: AuditView;
}

/** Downloads all events that match the filters. */
function ExportButton({ audit, view }: ExportButtonProps) {
  const teamId = useTeamId();
  const { showError } = useToast();
  const download = useMutation({
    mutationFn: async () => {
      const file = await downloadFile(
        audit,
        { ...listAuditEvents, path: AUDIT_CSV_PATH },
        { team_id: teamId },
        auditFilters(view),
      );
      saveFile(file, 'audit-log.csv');
    },
    onError: (error) => {
      const message = toUserFacingError(error, "The audit log wasn't exported");
      if (message) showError(message);
    },
  });
  return (
    <Button icon={<Download />} loading={download.isPending} onClick={() => download.mutate()}>
      Export
    </Button>
  );
}
