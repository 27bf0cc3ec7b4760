import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { formatChange } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ListOutdatedBanner, ListTable } from '#console/ui/page/list-page.tsx';
import { CursorPager } from '#console/ui/pager/cursor-pager.tsx';
import { type Column, NO_VALUE } from '#console/ui/table/data-table-column.ts';
import { listPendingPoints, type PendingPoints } from '#contract/program/program.ts';

const TITLE = 'Pending approval';
const PAGE_SIZE = 10;

interface PendingPointsSectionProps {
  readonly teamId: string;
  readonly program: Client;
}

/** The points that wait for approval, newest first. Renders nothing if there are none. */
export function PendingPointsSection({ teamId, program }: PendingPointsSectionProps) {
  // Not in the address, where a page would be the page of the whole tab.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const list = useListQuery(pendingQuery(program, teamId, cursor), {
    what: 'points that wait for approval',
    rows: ({ data }) => data,
    missingScope: useMissingScope('teams:read'),
    cursor,
  });
  const { total, next_cursor: next } = list.data ?? {};
  const isFirst = cursors.length === 0;
  if (list.missingScope !== undefined || (isFirst && !list.error && !total)) return null;
  const pages = {
    showNext: (nextCursor: string) => setCursors([...cursors, nextCursor]),
    showPrevious: isFirst ? undefined : () => setCursors(cursors.slice(0, -1)),
    isPreviousFirst: false,
  };
  return (
    <Card>
      <CardSection title={TITLE}>
        <ListOutdatedBanner list={list} />
        <ListTable
          label={TITLE}
          list={list}
          columns={pendingColumns(teamId)}
          cards="tall"
          rowKey={({ id }) => id}
          skeletonRows={PAGE_SIZE}
          total={total}
          onFirstPage={isFirst ? undefined : () => setCursors([])}
          empty={null}
          pager={
            <CursorPager
              pages={pages}
              page={{ from: cursors.length * PAGE_SIZE + 1, total, nextCursor: next ?? undefined }}
              rowCount={list.rows?.length ?? 0}
              isPlaceholder={list.isPlaceholderData}
            />
          }
        />
      </CardSection>
    </Card>
  );
}

function pendingQuery(program: Client, teamId: string, cursor: string | undefined) {
  return queryOptions({
    // A change of a member's points changes it, too: the key begins like that of members.
    queryKey: ['teams', teamId, 'members', 'pending-points', cursor] as const,
    queryFn: ({ signal }) =>
      program.request(listPendingPoints, {
        params: { team_id: teamId },
        query: { count: PAGE_SIZE, ...(cursor === undefined ? {} : { start_cursor: cursor }) },
        signal,
      }),
    placeholderData: (previous) => previous,
  });
}

const pendingColumns = (teamId: string): Column<PendingPoints>[] => [
  {
    id: 'member',
    header: 'Member',
    cell: ({ member }) => (
      <Link to={paths.member(teamId, member.member_id)}>{member.name ?? member.member_id}</Link>
    ),
  },
  {
    id: 'activity',
    header: 'Activity',
    card: 'detail',
    cell: ({ activity }) =>
      activity ? <Link to={paths.activity(teamId, activity.id)}>{activity.name}</Link> : NO_VALUE,
  },
  {
    id: 'points',
    header: 'Points',
    width: '104px',
    align: 'end',
    card: 'status',
    cell: ({ points }) => formatChange(points),
  },
  {
    id: 'since',
    header: 'Waiting since',
    width: '160px',
    card: 'fact',
    cell: ({ since }) => <RelativeTime at={since} />,
  },
];
