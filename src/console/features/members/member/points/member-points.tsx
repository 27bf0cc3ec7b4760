import { useState } from 'react';
import {
  type MemberDetails,
  NotLoaded,
  NotLoadedSection,
} from '#console/features/members/member/not-loaded.tsx';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { type ExpiryStep, expirySteps, formatNextExpiry } from './expiry-steps.ts';
import styles from './member-points.module.css';

/** More bars would be too thin to read. The table has all steps. */
const MAX_BARS = 12;
const MAX_BAR_HEIGHT_PX = 56;
/** The time line covers at least this long, so that a near date isn't at its end. */
const MIN_AXIS_DAYS = 60;

/** What all earned points were used for, in the order of the bar. */
const SHARES = [
  { term: 'Available', part: 'available' },
  { term: 'Redeemed', part: 'redeemed' },
  { term: 'Expired', part: 'expired' },
  { term: 'Deducted', part: 'deducted' },
] as const;

interface MemberPointsProps {
  readonly member: Member;
  readonly details: MemberDetails;
}

/** The available points, and what the others were used for. */
export function MemberPoints({ member, details }: MemberPointsProps) {
  const parts = {
    available: member.available_points,
    redeemed: member.lifetime_points_redeemed,
    expired: member.lifetime_points_expired,
    deducted: member.lifetime_points_deducted,
  };
  if (details !== 'loaded') {
    return (
      <CardSection title="Points">
        <dl className={styles.figures}>
          <Figure term="Available" value={parts.available} />
        </dl>
        <NotLoaded details={details} height={60} />
      </CardSection>
    );
  }
  const sum = Object.values(parts).reduce<number>((total, value) => total + (value ?? 0), 0);
  return (
    <CardSection title="Points">
      <dl className={styles.figures}>
        <Figure term="Available" value={parts.available} />
        <Figure term="Pending" value={member.pending_points} />
      </dl>
      {sum > 0 && (
        <div className={styles.line} aria-hidden="true">
          {SHARES.filter(({ part }) => parts[part]).map(({ part }) => (
            <span
              key={part}
              className={styles.share}
              data-part={part}
              style={{ flexGrow: parts[part] ?? 0 }}
            />
          ))}
        </div>
      )}
      <dl className={styles.totals}>
        <Figure term="Lifetime earned" value={member.lifetime_points_earned} />
        {SHARES.slice(1).map(({ term, part }) => (
          <Figure key={term} term={term} value={parts[part]} part={part} />
        ))}
      </dl>
    </CardSection>
  );
}

interface FigureProps {
  readonly term: string;
  readonly value: number | undefined;
  /** Its color in the line. */
  readonly part?: string;
}

function Figure({ term, value, part }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt data-part={part}>{term}</dt>
      <dd>{value === undefined ? '—' : formatNumber(value)}</dd>
    </div>
  );
}

interface ExpiringPointsProps {
  readonly schedule: Member['points_expiration_schedule'];
  readonly details: MemberDetails;
}

/** When points expire: a sentence for one date, otherwise a time line or a table. */
export function ExpiringPoints({ schedule, details }: ExpiringPointsProps) {
  const now = useNow();
  const [isTable, setIsTable] = useState(false);
  const steps = expirySteps(schedule ?? [], now);
  const nextExpiry = formatNextExpiry(steps);

  if (details !== 'loaded') {
    return <NotLoadedSection title="Expiring" details={details} height={112} />;
  }
  if (steps.length === 0) {
    return (
      <CardSection title="Expiring">
        <p className={styles.none}>No points are due to expire.</p>
      </CardSection>
    );
  }
  const [only] = steps;
  if (steps.length === 1 && only) {
    return (
      <CardSection title="Expiring">
        <p className={only.isSoon ? styles.soon : styles.none}>
          {formatCount(only.points, 'point')} {only.points === 1 ? 'expires' : 'expire'} on{' '}
          {only.label}.
        </p>
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
      {isTable ? <ExpiryTable steps={steps} /> : <ExpiryTimeline steps={steps} />}
    </CardSection>
  );
}

interface StepsProps {
  readonly steps: readonly ExpiryStep[];
}

/** A time line to scale, from today to the last expiry. Says what the bar under the pointer is, at first the highest. */
function ExpiryTimeline({ steps }: StepsProps) {
  const shown = steps.slice(0, MAX_BARS).filter(({ inDays }) => inDays !== undefined);
  const rest = steps.slice(MAX_BARS).reduce((sum, { points }) => sum + points, 0);
  const maxPoints = Math.max(1, ...shown.map(({ points }) => points));
  const lastDay = Math.max(MIN_AXIS_DAYS, ...shown.map(({ inDays = 0 }) => inDays));
  return (
    <>
      <ol className={styles.timeline}>
        {shown.map(({ label, points, inDays = 0, isSoon }) => (
          <li
            key={label}
            className={styles.step}
            style={{ insetInlineStart: `${(Math.max(inDays, 0) / lastDay) * 100}%` }}
            data-highest={points === maxPoints || undefined}
            data-late={inDays > lastDay / 2 || undefined}
          >
            <span className={styles.amount}>
              {formatCount(points, 'point')} on {label}
            </span>
            <span
              aria-hidden="true"
              className={styles.bar}
              data-soon={isSoon || undefined}
              style={{ height: Math.max(3, (Math.max(points, 0) / maxPoints) * MAX_BAR_HEIGHT_PX) }}
            />
          </li>
        ))}
      </ol>
      <p className={styles.axis} aria-hidden="true">
        <span>Today</span>
        <span>{shown.at(-1)?.label}</span>
      </p>
      {rest > 0 && (
        <p className={styles.none}>
          {formatCount(rest, 'more point expires', 'more points expire')} later.
        </p>
      )}
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
