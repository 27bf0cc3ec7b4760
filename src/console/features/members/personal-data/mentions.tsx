import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toLoadError } from '#console/api/errors/error-messages.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { listMentions, type Mention } from '#contract/gateway/personal-data.ts';
import styles from './personal-data.module.css';
import { RemoveMentionDialog } from './remove-mention-dialog.tsx';

const KIND_LABELS: Readonly<Record<string, string>> = {
  points_reason: 'Reason for points of another member',
  attribute: 'Attribute of another member',
  saved_view: 'Saved view',
  file_name: 'File name',
  job: 'Filter or reason of a job',
  request: 'Webhook request',
  audit_event: 'Audit log',
};

interface MentionsProps {
  readonly api: Client;
  readonly memberId: string;
  readonly name: string;
}

/** Texts about something else that name the member, which an erasure leaves. */
export function Mentions({ api, memberId, name }: MentionsProps) {
  const teamId = useTeamId();
  const disabledReason = useScopeReason('teams:write');
  const [removed, setRemoved] = useState<Mention>();
  const query = useQuery({
    queryKey: ['teams', teamId, 'personal-data', memberId, 'mentions'],
    queryFn: ({ signal }) =>
      api.request(listMentions, { params: { team_id: teamId, member_id: memberId }, signal }),
    gcTime: 0,
  });
  const error = toLoadError(query.error, 'mentions');
  const mentions = query.data?.data;
  return (
    <CardSection title="Mentions elsewhere">
      <p className={styles.note}>
        Texts about something else that name {name} by member ID or email address. Erasing {name}{' '}
        doesn't change them.
      </p>
      {error && (
        <>
          <ErrorNotice error={error} />
          <Button loading={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </>
      )}
      {!(error || mentions) && <Skeleton width="60%" />}
      {mentions?.length === 0 && query.data?.complete && <p>No other text names {name}.</p>}
      {mentions && mentions.length > 0 && (
        <ul className={styles.entries}>
          {mentions.map((mention) => (
            <li key={mention.id} className={styles.mention}>
              <div>
                <Link to={mention.link}>{KIND_LABELS[mention.kind] ?? mention.kind}</Link>
                <p dir="auto">{mention.text}</p>
              </div>
              {mention.removable && (
                <Button
                  size="small"
                  disabledReason={disabledReason}
                  onClick={() => setRemoved(mention)}
                >
                  Remove text
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {query.data && !query.data.complete && (
        <p className={styles.more}>
          There may be more texts. Remove the ones above, then reload the page.
        </p>
      )}
      {removed && (
        <RemoveMentionDialog
          api={api}
          memberId={memberId}
          mention={removed}
          onRemoved={() => void query.refetch()}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </CardSection>
  );
}
