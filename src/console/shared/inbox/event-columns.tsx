import { Link } from 'react-router';
import { Badge } from '#console/ui/badge.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { type Column, NO_VALUE } from '#console/ui/table/data-table-column.ts';
import type { InboxEvent } from '#contract/gateway/inbox.ts';
import {
  eventMemberName,
  eventOutcomeLabel,
  eventStatusLabel,
  eventTypeLabel,
} from './event-labels.ts';

/** Marks an event that was sent to try out the inbox. */
export function TestBadge() {
  return <Badge tone="neutral">Test</Badge>;
}

/** @param memberHref returns the URL of a member's page */
export function eventColumns(
  memberHref: (memberId: string) => string,
): readonly Column<InboxEvent>[] {
  return [
    {
      id: 'type',
      header: 'Event',
      width: '22%',
      cell: ({ event_type: type, test }) => (
        <>
          {eventTypeLabel(type)} {test && <TestBadge />}
        </>
      ),
    },
    {
      id: 'member',
      header: 'Member',
      cell: (event) => {
        const name = eventMemberName(event) ?? NO_VALUE;
        const { member_id: memberId, test, unknown_member: isUnknown } = event;
        // The member of a test may not exist.
        if (memberId === null || test || isUnknown) return name;
        return <Link to={memberHref(memberId)}>{name}</Link>;
      },
      card: 'fact',
    },
    {
      id: 'outcome',
      header: 'What happened',
      cell: (event) => event.reason ?? eventOutcomeLabel(event),
      hideBelow: 'narrow',
      card: 'fact',
    },
    {
      id: 'state',
      header: 'Status',
      width: '148px',
      cell: (event) => {
        const { tone, label } = eventStatusLabel(event);
        return <StatusDot tone={tone}>{label}</StatusDot>;
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
