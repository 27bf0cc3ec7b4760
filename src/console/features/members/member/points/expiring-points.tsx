import { useState } from 'react';
import { formatCount, formatNumber } from '#console/lib/format-number.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './expiring-points.module.css';
import { type ExpiryStep, expirySteps, formatNextExpiry } from './expiry-steps.ts';

/** More bars than this are too thin to read; the table has all. */
const BARS_MAX = 12;
/** The highest bar, in px. */
const BAR_HEIGHT = 56;

interface ExpiringPointsProps {
  readonly schedule: Member['points_expiration_schedule'];
}

/** When points lapse: as bars, or as a table. */
export function ExpiringPoints({ schedule }: ExpiringPointsProps) {
  const now = useNow();
  const [isTable, setIsTable] = useState(false);
  const steps = expirySteps(schedule ?? [], now);
  const soonest = formatNextExpiry(steps);

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
          {isTable ? 'As bars' : 'As a table'}
        </Button>
      }
    >
      {soonest && <p className={styles.soon}>{soonest}</p>}
      {isTable ? <ExpiryTable steps={steps} /> : <ExpiryBars steps={steps} />}
    </CardSection>
  );
}

interface StepsProps {
  readonly steps: readonly ExpiryStep[];
}

function ExpiryBars({ steps }: StepsProps) {
  const shown = steps.slice(0, BARS_MAX);
  const rest = steps.slice(BARS_MAX).reduce((sum, { points }) => sum + points, 0);
  const most = Math.max(1, ...shown.map(({ points }) => points));
  return (
    <>
      <ol className={styles.bars}>
        {shown.map(({ label, points, isSoon }) => (
          <li key={label} className={styles.step}>
            <span className={styles.points}>{formatNumber(points)}</span>
            <span
              className={styles.bar}
              data-soon={isSoon || undefined}
              style={{ height: Math.max(3, (Math.max(points, 0) / most) * BAR_HEIGHT) }}
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
            <td>{inDays === undefined ? '—' : inDays < 0 ? 'past' : formatCount(inDays, 'day')}</td>
            <td className={styles.end}>{formatNumber(points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
