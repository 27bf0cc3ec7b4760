import { Mail } from 'lucide-react';
import { useMemo } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { pageOfRows } from '#console/api/lists/offset-page.ts';
import { useSearchedList } from '#console/api/lists/use-searched-list.ts';
import { attributeLabel, isTimestamp } from '#console/lib/format/format-attribute.ts';
import { matchesSearch } from '#console/lib/matches-search.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { AttributeValue } from '#console/ui/data/attribute-list.tsx';
import { ListSearch } from '#console/ui/filter/search-field.tsx';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OffsetPager } from '#console/ui/pager/offset-pager.tsx';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { EmailTemplate } from '#contract/advocacy/email-templates.ts';
import {
  allEmailTemplatesQuery,
  emailTemplatesQuery,
  emailTemplatesSearchSchema,
} from './email-templates-queries.ts';
import { columnAttributes, templateName } from './template-attributes.ts';

/** The team's email templates. Listing them requires no scope. */
export function EmailTemplatesPage() {
  const teamId = useTeamId();
  const { search, changeSearch } = useSearchState(emailTemplatesSearchSchema);
  const location = useLocation();
  const api = useApi();
  const { q } = search;
  const list = useSearchedList(
    emailTemplatesQuery(api, teamId, search),
    allEmailTemplatesQuery(api, teamId),
    {
      what: 'email templates',
      rows: ({ rows }) => rows,
      search:
        q === undefined
          ? undefined
          : (all) => pageOfRows({ ...all, rows: findTemplates(all.rows, q) }, search),
    },
  );
  const columns = useMemo(() => emailTemplateColumns(list.rows), [list.rows]);

  return (
    <ListPage
      title="Email templates"
      description="Templates for the emails your team sends."
      filterBar={
        <ListSearch
          what="email templates"
          fields="name or subject"
          value={q}
          searchedRows={list.searchedRows}
          onChange={(text) => changeSearch({ q: text, page: 1 }, { replace: true })}
        />
      }
      filters={q === undefined ? [] : [`Search: “${q}”`]}
      onClearFilters={() => changeSearch({ q: undefined, page: 1 })}
      list={list}
      cards="tall"
      total={list.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.emailTemplate(teamId, id) + location.search}
      skeletonRows={search.size}
      empty={
        <EmptyState icon={<Mail />} title="No email templates yet">
          <p>Your team writes its emails from templates.</p>
        </EmptyState>
      }
      onFirstPage={search.page > 1 ? () => changeSearch({ page: 1 }) : undefined}
      pager={list.data && <OffsetPager search={search} page={list.data} onChange={changeSearch} />}
    >
      <Outlet />
    </ListPage>
  );
}

function findTemplates(templates: readonly EmailTemplate[], q: string): EmailTemplate[] {
  return templates.filter((template) =>
    matchesSearch(`${templateName(template)} ${template.attributes.subject ?? ''}`, q),
  );
}

/** The attributes with a column while the templates load. */
const LOADING_COLUMNS = ['subject', 'updated_at'];

/** @param templates undefined while they load */
function emailTemplateColumns(
  templates: readonly EmailTemplate[] | undefined,
): Column<EmailTemplate>[] {
  const names = templates ? columnAttributes(templates) : LOADING_COLUMNS;
  return [
    { id: 'name', header: 'Name', width: '30%', cell: templateName },
    ...names.map((name): Column<EmailTemplate> => {
      const isTimestampColumn = name.endsWith('_at') || templates?.some(isTimestampAttribute(name));
      return {
        id: `attribute-${name}`,
        header: attributeLabel(name),
        cell: ({ attributes }) => <AttributeValue value={attributes[name]} />,
        ...(isTimestampColumn ? { width: '140px', card: 'status' as const } : {}),
        ...(name === 'subject' ? { card: 'fact' as const } : {}),
      };
    }),
  ];
}

function isTimestampAttribute(name: string) {
  return ({ attributes }: EmailTemplate) => isTimestamp(attributes[name]);
}
