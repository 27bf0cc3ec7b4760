import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Client } from '#console/api/client.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Copyable } from '#console/ui/data/copyable.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { type Erasure, getErasure } from '#contract/gateway/personal-data.ts';
import { sectionLabel } from './history-card.tsx';

const POLL_MS = 1_000;

interface ErasureReceiptProps {
  readonly api: Client;
  readonly name: string;
  readonly queued: Erasure;
}

export function ErasureReceipt({ api, name, queued }: ErasureReceiptProps) {
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { data: erasure = queued } = useQuery({
    queryKey: ['teams', teamId, 'erasures', queued.receipt],
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId, receipt: queued.receipt };
      return (await api.request(getErasure, { params, signal })).data;
    },
    refetchInterval: ({ state }) => (state.data?.state === 'done' ? false : POLL_MS),
  });
  const isDone = erasure.state === 'done';
  useEffect(() => {
    if (!isDone) return;
    void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
  }, [isDone, queryClient, teamId]);
  const erased = Object.entries(erasure.erased).filter(([, count]) => count > 0);
  return (
    <Card>
      <CardSection title="Receipt">
        <p role="status">
          {isDone ? `${name} was erased.` : `Erasing ${name}. You can leave this page.`}
        </p>
        <DescriptionList
          items={[
            {
              term: 'Receipt',
              value: (
                <Copyable what="receipt" value={erasure.receipt}>
                  <code>{erasure.receipt}</code>
                </Copyable>
              ),
            },
            { term: 'Requested', value: <RelativeTime at={erasure.requested_at} /> },
            ...erased.map(([section, count]) => ({
              term: sectionLabel(section),
              value: `${formatCount(count, 'entry', 'entries')} erased`,
            })),
            ...(erasure.mentions == null
              ? []
              : [
                  {
                    term: 'Mentions elsewhere',
                    value: `${formatCount(erasure.mentions, 'text', 'texts')} kept`,
                  },
                ]),
          ]}
        />
        {erasure.remaining.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </CardSection>
    </Card>
  );
}
