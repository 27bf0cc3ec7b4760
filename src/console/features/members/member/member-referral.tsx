import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { memberName, memberPath } from '#console/features/members/member-name.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ExternalLink } from '#console/ui/button/external-link.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { Copyable } from '#console/ui/data/copyable.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { listDirectoryMembers } from '#contract/gateway/directory.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './member-page.module.css';

/** How many are listed until "Show all" is clicked. */
const INITIAL_COUNT = 5;
/** The API's largest page. */
const MAX_COUNT = 200;

export function MemberReferral({ member }: { readonly member: Member }) {
  const { directory } = useApi();
  const { referral_code: code, referral_URL: url } = member;
  return (
    <CardSection title="Referral">
      <DescriptionList
        items={[
          {
            term: 'Code',
            value: code && (
              <Copyable what="referral code" value={code}>
                <code>{code}</code>
              </Copyable>
            ),
          },
          {
            term: 'Link',
            isBelow: true,
            value: url && (
              <Copyable what="referral link" value={url}>
                <ExternalLink url={url}>
                  <Breakable text={url} />
                </ExternalLink>
              </Copyable>
            ),
          },
          { term: 'Referred by', value: <Referrer member={member} /> },
        ]}
      />
      {directory && <Referred directory={directory} member={member} />}
    </CardSection>
  );
}

function Referrer({ member }: { readonly member: Member }) {
  const teamId = useTeamId();
  const { referrer_ID: id, referrer_name: name, referrer_code: code } = member;
  const label = name || code || id;
  if (!label) return '—';
  return (
    <>
      {id ? <Link to={paths.member(teamId, id)}>{label}</Link> : label}
      {code && label !== code && <div className={styles.muted}>with code {code}</div>}
    </>
  );
}

interface ReferredProps {
  readonly directory: Client;
  readonly member: Member;
}

/** The members that this one referred; nothing while there are none, or the directory isn't complete. */
function Referred({ directory, member }: ReferredProps) {
  const teamId = useTeamId();
  const [count, setCount] = useState(INITIAL_COUNT);
  const { data, error, isFetching, refetch } = useQuery({
    ...referredQuery(directory, teamId, member.id, count),
    placeholderData: (previous) => previous,
  });
  const loadError = data
    ? undefined
    : toUserFacingError(error, "Couldn't load this member's referrals");
  if (loadError) {
    return <ErrorState error={loadError} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (!data?.isComplete || data.total === 0) return null;
  return (
    <div className={styles.referred}>
      <p className={styles.muted}>Referred {formatNumber(data.total)}:</p>
      <ul aria-label="Referred members">
        {data.members.map((referred) => (
          <li key={referred.id}>
            <Link to={memberPath(teamId, referred)}>{memberName(referred)}</Link>
          </li>
        ))}
      </ul>
      {data.total > data.members.length && count === INITIAL_COUNT && (
        <Button variant="ghost" size="small" onClick={() => setCount(MAX_COUNT)}>
          Show {formatNumber(Math.min(data.total, MAX_COUNT))}
        </Button>
      )}
    </div>
  );
}

/** The members that a member referred, the newest first. */
function referredQuery(directory: Client, teamId: string, referrer: string, count: number) {
  return queryOptions({
    queryKey: [...membersKey(teamId), 'referred', referrer, count] as const,
    queryFn: async ({ signal }) => {
      const {
        data,
        total,
        directory: status,
      } = await directory.request(listDirectoryMembers, {
        params: { team_id: teamId },
        query: { referrer, sort: '-enrolled', count },
        signal,
      });
      const isComplete = status.state === 'current' || status.state === 'stale';
      return { total: total ?? data.length, members: data, isComplete };
    },
  });
}
