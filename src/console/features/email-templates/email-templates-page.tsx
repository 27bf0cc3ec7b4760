import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { ListEmptyState } from '#console/ui/page/list-empty-state.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { OffsetPager } from '#console/ui/table/offset-pager.tsx';
import { emailTemplateColumns } from './email-template-columns.tsx';
import { emailTemplatesQuery } from './email-templates-queries.ts';
import { emailTemplatesSearchSchema } from './email-templates-search.ts';

/** The team's email templates; any member may list them, so no scope is asked for. */
export function EmailTemplatesPage() {
  const teamId = useTeamId();
  const { search, changeSearch } = useSearchState(emailTemplatesSearchSchema);
  const location = useLocation();
  const list = useQuery(emailTemplatesQuery(useApi(), teamId, search));
  const rows = list.data?.rows;
  const columns = useMemo(() => emailTemplateColumns(rows), [rows]);
  const problem = toUserFacingError(list.error, "The email templates couldn't be read");
  const retry = () => void list.refetch();

  return (
    <PageStack>
      <PageHeader
        title="Email templates"
        count={list.data?.total}
        description="What this team's messages to people are made from."
      />
      {problem && list.data && (
        <OutdatedBanner error={problem} onRetry={retry} retrying={list.isFetching} />
      )}
      <DataTable
        label="Email templates"
        rows={rows ?? []}
        rowKey={({ id }) => id}
        columns={columns}
        rowHref={({ id }) => paths.emailTemplate(teamId, id) + location.search}
        loading={list.isPending}
        skeletonRows={search.size}
        empty={
          <ListEmptyState
            what="email templates"
            error={problem}
            onRetry={retry}
            retrying={list.isFetching}
            onFirstPage={search.page > 1 ? () => changeSearch({ page: 1 }) : undefined}
          >
            <EmptyState icon={<Mail />} title="No email templates yet">
              <p>Messages are written from templates. This team has none.</p>
            </EmptyState>
          </ListEmptyState>
        }
        footer={
          list.data &&
          list.data.rows.length > 0 && (
            <OffsetPager asked={search} shown={list.data} onChange={changeSearch} />
          )
        }
      />
      <Outlet />
    </PageStack>
  );
}
