import { Link } from 'react-router';
import {
  eventMemberName,
  eventOutcomeWords,
  eventStateWords,
  eventTypeWords,
} from '#console/lib/webhook-event-words.ts';
import { paths } from '#console/paths.ts';
import type { Column } from '#console/ui/data-table-column.ts';
import { RelativeTime } from '#console/ui/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { WebhookEvent } from '#contract/console/inbox.ts';

const MISSING = '—';

/** The columns of the events. */
export function eventColumns(teamId: string): readonly Column<WebhookEvent>[] {
  return [
    {
      id: 'type',
      header: 'Event',
      width: '22%',
      cell: ({ event_type: type }) => eventTypeWords(type),
    },
    {
      id: 'member',
      header: 'Member',
      cell: (event) => {
        const name = eventMemberName(event) ?? MISSING;
        const { member_id: memberId } = event;
        return memberId === null ? name : <Link to={paths.member(teamId, memberId)}>{name}</Link>;
      },
      card: 'fact',
    },
    {
      id: 'outcome',
      header: 'What happened',
      cell: (event) => eventOutcomeWords(event) ?? MISSING,
      hideBelow: 'narrow',
      card: 'fact',
    },
    {
      id: 'state',
      header: 'State',
      width: '150px',
      cell: ({ state, replays }) => {
        const { tone, words } = eventStateWords(state);
        return <StatusDot tone={tone}>{replays > 0 ? `${words}, replayed` : words}</StatusDot>;
      },
      card: 'status',
    },
    {
      id: 'received',
      header: 'Received',
      width: '124px',
      cell: ({ received_at: at }) => <RelativeTime at={at} />,
      card: 'aside',
    },
  ];
}
