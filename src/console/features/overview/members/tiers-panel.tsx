import { Link } from 'react-router';
import { formatNumber, formatShare } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { SegmentDot, SegmentedBar, shade } from '#console/ui/data/segmented-bar.tsx';
import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import styles from './figures-table.module.css';

interface TiersPanelProps {
  readonly teamId: string;
  readonly facets: DirectoryFacets;
}

export function TiersPanel({ teamId, facets: { tiers } }: TiersPanelProps) {
  const all = tiers.reduce((sum, { count }) => sum + count, 0);
  const bar = (amountOf: (tier: DirectoryFacets['tiers'][number]) => number) => (
    <SegmentedBar
      parts={tiers.map((tier, index) => ({
        key: tier.value,
        tone: shade(index),
        value: amountOf(tier),
      }))}
    />
  );
  return (
    <Card>
      <CardSection title="Members by tier">
        {tiers.length === 0 ? (
          <p className={styles.none}>No members have a tier.</p>
        ) : (
          <>
            <div className={styles.bars}>
              <span>Members</span>
              {bar(({ count }) => count)}
              <span>Points</span>
              {bar(({ points = 0 }) => points)}
            </div>
            <table aria-label="Members by tier" className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">Tier</th>
                  <th scope="col">Members</th>
                  <th scope="col">Share</th>
                  <th scope="col">Available points</th>
                </tr>
              </thead>
              <tbody>
                {tiers.map(({ value, name, count, points }, index) => (
                  <tr key={value}>
                    <th scope="row" className={styles.name}>
                      <SegmentDot tone={shade(index)} />
                      <Link
                        to={{
                          pathname: paths.members(teamId),
                          search: `${new URLSearchParams({ tiers: value })}`,
                        }}
                      >
                        {name}
                      </Link>
                    </th>
                    <td className={styles.value}>{formatNumber(count)}</td>
                    <td className={styles.share}>{formatShare(count / all)}</td>
                    <td className={styles.value}>
                      {points === undefined ? '—' : formatNumber(points)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </CardSection>
    </Card>
  );
}
