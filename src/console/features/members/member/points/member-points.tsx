import { useState } from 'react';
import { formatCount, formatNumber } from '#console/lib/format-number.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { type ExpiryStep, expirySteps, formatNextExpiry } from './expiry-steps.ts';
import styles from './member-points.module.css';

/** More bars would be too thin to read. The table has all steps. */
const MAX_BARS = 12;
const MAX_BAR_HEIGHT_PX = 56;

/** The points balance and its lifetime totals. */
export function MemberPoints({ member }: { readonly member: Member }) {
  const figures = [
    { term: 'available', value: member.available_points },
    { term: 'pending', value: member.pending_points },
    { term: 'lifetime earned', value: member.lifetime_points_earned },
    { term: 'redeemed', value: member.lifetime_points_redeemed },
    { term: 'expired', value: member.lifetime_points_expired },
    { term: 'deducted', value: member.lifetime_points_deducted },
  ];
  return (
    <CardSection title="Points">
      <dl className={styles.figures}>
        {figures.map(({ term, value }) => (
          <div key={term} className={styles.figure}>
            <dt>{term}</dt>
            <dd>{value === undefined ? '—' : formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </CardSection>
  );
}

interface ExpiringPointsProps {
  readonly schedule: Member['points_expiration_schedule'];
}

/** When points expire, as a bar chart or a table. */
export function ExpiringPoints({ schedule }: ExpiringPointsProps) {
  const now = useNow();
  const [isTable, setIsTable] = useState(false);
  const steps = expirySteps(schedule ?? [], now);
  const nextExpiry = formatNextExpiry(steps);

  if (steps.length === 0) {
    return (
      <CardSection title="Expiring">
        <p className={styles.none}>No points are due to expire.</p>
      </CardSection>
    );
  }
  return (
    <CardSection
      title="Expiring"
      action={
        <Button variant="ghost" size="small" onClick={() => setIsTable(!isTable)}>
          {isTable ? 'Chart' : 'Table'}
        </Button>
      }
    >
      {nextExpiry && <p className={styles.soon}>{nextExpiry}</p>}
      {isTable ? <ExpiryTable steps={steps} /> : <ExpiryBars steps={steps} />}
    </CardSection>
  );
}

interface StepsProps {
  readonly steps: readonly ExpiryStep[];
}

function ExpiryBars({ steps }: StepsProps) {
  const shown = steps.slice(0, MAX_BARS);
  const rest = steps.slice(MAX_BARS).reduce((sum, { points }) => sum + points, 0);
  const maxPoints = Math.max(1, ...shown.map(({ points }) => points));
  return (
    <>
      <ol className={styles.bars}>
        {shown.map(({ label, points, isSoon }) => (
          <li key={label} className={styles.step}>
            <span className={styles.points}>{formatNumber(points)}</span>
            <span
              className={styles.bar}
              data-soon={isSoon || undefined}
              style={{ height: Math.max(3, (Math.max(points, 0) / maxPoints) * MAX_BAR_HEIGHT_PX) }}
            />
            <span className={styles.day}>{label}</span>
          </li>
        ))}
      </ol>
      {rest > 0 && <p className={styles.none}>{formatCount(rest, 'more point')} expire later.</p>}
    </>
  );
}

function ExpiryTable({ steps }: StepsProps) {
  return (
    <table aria-label="Expiring points" className={styles.table}>
      <thead>
        <tr>
          <th>Day</th>
          <th>In</th>
          <th className={styles.end}>Points</th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ label, inDays, points }) => (
          <tr key={label}>
            <td>{label}</td>
            <td>{inDays === undefined ? '—' : inDays < 0 ? 'Past' : formatCount(inDays, 'day')}</td>
            <td className={styles.end}>{formatNumber(points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
