import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { valuesKey } from '#console/features/members/list/filters/filter-values-query.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { facetsKey } from '#console/shared/loyalty/facets-query.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { Spinner } from '#console/ui/spinner.tsx';
import type { DirectoryStatus } from '#contract/gateway/directory.ts';
import styles from './directory-status.module.css';

interface DirectoryStatusProps {
  readonly status: DirectoryStatus | undefined;
}

/** Says that the list may be incomplete or out of date. */
export function DirectoryBanner({ status }: DirectoryStatusProps) {
  if (status?.reason !== undefined) {
    return (
      <Banner tone="amber" title="This list doesn't have all members">
        The loyalty program said that it has more, but {describeReason(status.reason)}. Patron tries
        again every day.
      </Banner>
    );
  }
  if (status?.state !== 'stale') return <IncompleteBanner count={status?.incomplete ?? 0} />;
  return (
    <Banner tone="amber" title="This list may be out of date">
      We couldn't reach the loyalty program recently. Patron keeps trying.
    </Banner>
  );
}

/** Replaces the page's description until all members are indexed. Then the filters read their values again. */
export function IndexingStatus({ status }: { readonly status: DirectoryStatus }) {
  const [queryClient, teamId] = [useQueryClient(), useTeamId()];
  useEffect(
    () => () => {
      void queryClient.invalidateQueries({ queryKey: facetsKey(teamId) });
      void queryClient.invalidateQueries({ queryKey: valuesKey(teamId) });
    },
    [queryClient, teamId],
  );
  return (
    <span className={styles.indexing}>
      <Spinner /> Search, sorting and bulk follow in a moment: {formatProgress(status)}
    </span>
  );
}

function describeReason(reason: string): string {
  return reason === 'cursor_repeated'
    ? 'sent the same page again and again'
    : "didn't say how to continue";
}

function IncompleteBanner({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Banner tone="amber" title={`${formatCount(count, 'member')} can't be shown completely`}>
      The loyalty program sent fields that Patron can't read. They count as not set here, and
      members without an ID are left out.
    </Banner>
  );
}

/** Replaces the members that a search will find. */
export function SearchPending({ status }: { readonly status: DirectoryStatus }) {
  return (
    <EmptyState icon={<Spinner />} title="Results follow in a moment">
      <p>{formatProgress(status)} of members are indexed.</p>
    </EmptyState>
  );
}

/** Rounded down: 100% only when it is complete. */
function formatProgress({ progress }: DirectoryStatus): string {
  return `${formatNumber(Math.floor(progress * 100))}%`;
}
