import { formatCount } from '#console/lib/format/format-number.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { TierInfo } from '#contract/loyalty/members/member.ts';
import styles from './member-page.module.css';
import { elapsedFraction, formatPeriodLeft } from './tier-period.ts';

/** The tier, its qualified points, and its period. The API doesn't return tier thresholds. */
export function MemberTier({ tier }: { readonly tier: TierInfo | undefined }) {
  const now = useNow();
  if (!tier) {
    return (
      <CardSection title="Tier">
        <p className={styles.muted}>Not in a tier.</p>
      </CardSection>
    );
  }
  const { qualified_points: points, current_period_start: start, current_period_end: end } = tier;
  const elapsed = elapsedFraction(tier, now);
  return (
    <CardSection title="Tier">
      <div className={styles.tier}>
        <strong>{tier.loyalty_tier_name || tier.loyalty_tier_id || '—'}</strong>
        {points !== undefined && <span>{formatCount(points, 'qualified point')}</span>}
      </div>
      {start && (
        <p className={styles.muted}>
          {end ? 'Period from ' : 'Since '}
          <LoyaltyDate value={start} />
          {end && (
            <>
              {' to '}
              <LoyaltyDate value={end} />
            </>
          )}
        </p>
      )}
      {elapsed !== undefined && (
        <div>
          <div aria-hidden="true" className={styles.period}>
            <div className={styles.elapsed} style={{ width: `${elapsed * 100}%` }} />
          </div>
          <p className={styles.ticks}>
            <span aria-hidden="true">Period start</span>
            <span>{formatPeriodLeft(tier, now)}</span>
          </p>
        </div>
      )}
    </CardSection>
  );
}
