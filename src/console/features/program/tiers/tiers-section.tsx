import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { BUILDING_POLL_MS } from '#console/features/program/owed/points-owed-section.tsx';
import { ScrollableTable } from '#console/features/program/scrollable-table.tsx';
import { formatNumber, formatShare } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import stateStyles from '#console/shared/panel-state.module.css';
import { NO_PROGRAM, PanelState } from '#console/shared/panel-state.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { type LadderTier, tierLadder } from './tier-ladder.ts';
import styles from './tiers.module.css';

/** The tiers as a ladder, each with its share of the members and a link to them. */
export function TiersSection({ teamId }: { readonly teamId: string }) {
  const api = useApi();
  const missingScope = useMissingScope('teams:read');
  const query = useQuery({
    ...facetsQuery(api, teamId),
    enabled: missingScope === undefined,
    refetchInterval: ({ state: { data } }) => (data === null ? BUILDING_POLL_MS : false),
  });
  const { data: facets } = query;
  const program = useQuery({
    ...programQuery(api, teamId),
    enabled: missingScope === undefined && api.program !== undefined,
  });
  const ladder = facets ? tierLadder(facets.tiers, program.data?.tiers ?? []) : [];
  return (
    <Card>
      <CardSection title="Tiers">
        {facets === undefined && (
          <PanelState
            errorTitle="Couldn't load tiers"
            notFoundText={NO_PROGRAM}
            missingScope={missingScope}
            error={query.error}
            retrying={query.isFetching}
            onRetry={() => void query.refetch()}
          >
            <Skeleton height={160} />
          </PanelState>
        )}
        {facets === null && (
          <p className={stateStyles.note}>
            The member directory is still being built. Tiers appear here when it is complete.
          </p>
        )}
        {facets && ladder.length === 0 && (
          <p className={stateStyles.note}>No members have a tier.</p>
        )}
        {ladder.length > 0 && <TiersTable teamId={teamId} ladder={ladder} />}
      </CardSection>
    </Card>
  );
}

interface TiersTableProps {
  readonly teamId: string;
  readonly ladder: readonly LadderTier[];
}

function TiersTable({ teamId, ladder }: TiersTableProps) {
  const hasThresholds = ladder.some(({ threshold }) => threshold !== undefined);
  return (
    <ScrollableTable label="Tiers">
      <thead>
        <tr>
          <th scope="col">Tier</th>
          {hasThresholds && (
            <th scope="col" className={styles.from}>
              From points
            </th>
          )}
          <td className={styles.track} />
          <th scope="col">Share</th>
          <th scope="col">Members</th>
          <th scope="col">Available points</th>
        </tr>
      </thead>
      <tbody>
        {ladder.map(({ id, name, threshold, members, share, points }) => (
          <tr key={id}>
            <th scope="row">
              <Link
                to={{
                  pathname: paths.members(teamId),
                  search: `${new URLSearchParams({ tiers: id })}`,
                }}
              >
                {name}
              </Link>
              {threshold !== undefined && (
                <span className={styles.fromBelow} aria-hidden="true">
                  from {formatNumber(threshold)}
                </span>
              )}
            </th>
            {hasThresholds && (
              <td className={styles.from}>
                {threshold === undefined ? '—' : formatNumber(threshold)}
              </td>
            )}
            <td className={styles.track}>
              {share > 0 && (
                <span className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
              )}
            </td>
            <td>{formatShare(share)}</td>
            <td>{formatNumber(members)}</td>
            <td>{points === undefined ? '—' : formatNumber(points)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  );
}
