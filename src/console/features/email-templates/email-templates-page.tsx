import { Mail } from 'lucide-react';
import { useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OffsetPager } from '#console/ui/pager/offset-pager.tsx';
import { emailTemplateColumns } from './email-template-columns.tsx';
import { emailTemplatesQuery } from './email-templates-queries.ts';
import { emailTemplatesSearchSchema } from './email-templates-search.ts';

/** The team's email templates. Listing them requires no scope. */
export function EmailTemplatesPage() {
  const teamId = useTeamId();
  const { search, changeSearch } = useSearchState(emailTemplatesSearchSchema);
  const location = useLocation();
  const list = useListQuery(emailTemplatesQuery(useApi(), teamId, search), {
    what: 'email templates',
    rows: ({ rows }) => rows,
  });
  const columns = useMemo(() => emailTemplateColumns(list.rows), [list.rows]);

  return (
    <ListPage
      title="Email templates"
      description="Templates for the emails your team sends."
      list={list}
      total={list.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.emailTemplate(teamId, id) + location.search}
      skeletonRows={search.size}
      empty={
        <EmptyState icon={<Mail />} title="No email templates yet">
          <p>Emails are written from templates. This team has none.</p>
        </EmptyState>
      }
      onFirstPage={search.page > 1 ? () => changeSearch({ page: 1 }) : undefined}
      pager={list.data && <OffsetPager search={search} page={list.data} onChange={changeSearch} />}
    >
      <Outlet />
    </ListPage>
  );
}
