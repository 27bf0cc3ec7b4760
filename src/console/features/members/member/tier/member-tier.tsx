import { useQuery } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { programQuery } from '#console/shared/loyalty/program-query.ts';
import { CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { TierInfo } from '#contract/loyalty/members/member.ts';
import styles from './member-tier.module.css';
import { progressToNextTier, type TierProgress } from './next-tier.ts';
import { elapsedFraction, formatPeriodLeft } from './tier-period.ts';

/** The tier, its qualified points, its period, and the way to the next tier if the program's tiers are known. */
export function MemberTier({ tier }: { readonly tier: TierInfo | undefined }) {
  const now = useNow();
  const { data: program } = useQuery(programQuery(useApi(), useTeamId()));
  if (!tier) {
    return (
      <CardSection title="Tier">
        <p className={styles.muted}>Not in a tier.</p>
      </CardSection>
    );
  }
  const { qualified_points: points, current_period_start: start, current_period_end: end } = tier;
  const progress = progressToNextTier(tier, program?.tiers);
  // One bar only, so that it is clear what it measures.
  const elapsed = progress ? undefined : elapsedFraction(tier, now);
  const periodLeft = formatPeriodLeft(tier, now);
  return (
    <CardSection title="Tier">
      <div className={styles.tier}>
        <strong>{tier.loyalty_tier_name || tier.loyalty_tier_id || '—'}</strong>
        {points !== undefined && <span>{formatCount(points, 'qualified point')}</span>}
      </div>
      {progress && <Progress {...progress} />}
      {start && (
        <p className={styles.muted}>
          {end ? 'Period from ' : 'Since '}
          <LoyaltyDate value={start} />
          {end && (
            <>
              {' to '}
              <LoyaltyDate value={end} />
              {progress && periodLeft && ` · ${periodLeft}`}
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
            <span>{periodLeft}</span>
          </p>
        </div>
      )}
    </CardSection>
  );
}

function Progress({ text, fraction }: TierProgress) {
  return (
    <>
      {fraction !== undefined && (
        <div aria-hidden="true" className={styles.period}>
          <div className={styles.reached} style={{ inlineSize: `${fraction * 100}%` }} />
        </div>
      )}
      <p className={styles.muted}>{text}</p>
    </>
  );
}
