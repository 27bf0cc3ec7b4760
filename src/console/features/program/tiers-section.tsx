import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { formatNumber, formatShare } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { facetsQuery } from '#console/shared/loyalty/facets-query.ts';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import stateStyles from '#console/shared/panel-state.module.css';
import { NO_PROGRAM, PanelState } from '#console/shared/panel-state.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import type { Program } from '#contract/program/program.ts';
import { BUILDING_POLL_MS } from './owed/points-owed-section.tsx';
import { ScrollableTable } from './scrollable-table.tsx';

type Tier = DirectoryFacets['tiers'][number];
type ProgramTier = Program['tiers'][number];

/** The tiers that members have, each with a link to them. */
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
            <Skeleton height={128} />
          </PanelState>
        )}
        {facets === null && (
          <p className={stateStyles.note}>
            The member directory is still being built. Tiers appear here when it is complete.
          </p>
        )}
        {facets && facets.tiers.length === 0 && (
          <p className={stateStyles.note}>No members have a tier.</p>
        )}
        {facets && facets.tiers.length > 0 && (
          <TiersTable teamId={teamId} tiers={facets.tiers} known={program.data?.tiers ?? []} />
        )}
      </CardSection>
    </Card>
  );
}

interface TiersTableProps {
  readonly teamId: string;
  readonly tiers: readonly Tier[];
  /** The program's own tiers, lowest first; empty if they aren't known. */
  readonly known: readonly ProgramTier[];
}

function TiersTable({ teamId, tiers, known }: TiersTableProps) {
  const rankOf = (id: string) => known.find((tier) => tier.id === id)?.rank ?? 0;
  const sorted = [...tiers].sort((a, b) => rankOf(a.value) - rankOf(b.value));
  const all = tiers.reduce((sum, { count }) => sum + count, 0);
  return (
    <ScrollableTable label="Tiers">
      <thead>
        <tr>
          <th scope="col">Tier</th>
          {known.length > 0 && <th scope="col">From points</th>}
          <th scope="col">Members</th>
          <th scope="col">Share</th>
          <th scope="col">Available points</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ value, name, count, points }) => (
          <tr key={value}>
            <th scope="row">
              <Link
                to={{
                  pathname: paths.members(teamId),
                  search: `${new URLSearchParams({ tiers: value })}`,
                }}
              >
                {name}
              </Link>
            </th>
            {known.length > 0 && <td>{formatThreshold(known, value)}</td>}
            <td>{formatNumber(count)}</td>
            <td>{formatShare(count / all)}</td>
            <td>{points === undefined ? '—' : formatNumber(points)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollableTable>
  );
}

/** The qualified points from which members are in a tier. */
function formatThreshold(known: readonly ProgramTier[], id: string): string {
  const threshold = known.find((tier) => tier.id === id)?.threshold;
  return threshold === undefined ? '—' : formatNumber(threshold);
}
