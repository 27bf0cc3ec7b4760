import { type ReactNode, useState } from 'react';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import type { AllActivities } from '#console/shared/loyalty/activities-query.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Activity } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './earning-lists.module.css';
import { EarningRow } from './earning-row.tsx';
import { earnsNothing, estimateEarning, isEstimated, isUsedUp } from './estimate-earning.ts';

/** How many are listed until "Show all" is clicked. */
const INITIAL_COUNT = 3;

interface EarningListsProps {
  readonly member: Member;
  /** A store language; the program's default if undefined. */
  readonly language: string | undefined;
  /** The first hundred, and how many there are. */
  readonly eligible: {
    readonly total?: number | undefined;
    readonly activities: readonly Activity[];
  };
  /** The program's activities; undefined if they couldn't be loaded. */
  readonly all: AllActivities | undefined;
  readonly allError: ReactNode;
}

/** What earns the member most, bonuses first; on request everything else. */
export function EarningLists({ member, language, eligible, all, allError }: EarningListsProps) {
  const now = useNow();
  const [isExpanded, setIsExpanded] = useState(false);
  const [showsOthers, setShowsOthers] = useState(false);
  const { activities, total = activities.length } = eligible;
  // A service that doesn't send the status lists what the member can earn all the same.
  const isActive = (member.member_status ?? 'active') === 'active';
  const hasOthers = isActive && total <= activities.length;

  const estimate = (activity: Activity) => estimateEarning(activity, member, now);
  const estimates = activities.map((activity) => ({ activity, ...estimate(activity) }));
  const earning = estimates
    // Where nothing else is listed, they are last.
    .filter((each) => !hasOthers || !earnsNothing(each.activity, each))
    .sort((a, b) => Number(b.hasBonus) - Number(a.hasBonus) || b.points - a.points)
    .map(({ activity }) => activity);
  const shown = isExpanded ? earning : earning.slice(0, INITIAL_COUNT);
  const eligibleIds = new Set(activities.map(({ id }) => id));
  const excluded = hasOthers ? (all?.rows ?? []).filter(({ id }) => !eligibleIds.has(id)) : [];
  const others = [
    ...activities.filter((activity) => !earning.includes(activity)),
    // Reached limits first.
    ...excluded.toSorted(
      (a, b) => Number(isUsedUp(b, estimate(b))) - Number(isUsedUp(a, estimate(a))),
    ),
  ];
  const earningCount = total - activities.length + earning.length;

  return (
    <>
      <p className={styles.none}>
        {isActive ? countText(earningCount, all) : 'Only active members can earn points.'}
        {shown.some((activity) => isEstimated(activity, estimate(activity))) &&
          " “About” marks an estimate, based on the rules and this member's data."}
      </p>
      <ul>
        {shown.map((activity) => (
          <EarningRow key={activity.id} {...{ activity, member, language }} isEligible />
        ))}
      </ul>
      <div className={styles.buttons}>
        {earning.length > INITIAL_COUNT && (
          <Button variant="ghost" size="small" onClick={() => setIsExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : `Show all ${formatNumber(earning.length)}`}
          </Button>
        )}
        {hasOthers && (
          <Button
            variant="ghost"
            size="small"
            aria-expanded={showsOthers}
            onClick={() => setShowsOthers(!showsOthers)}
          >
            {showsOthers ? 'Hide unavailable activities' : 'Show unavailable activities'}
          </Button>
        )}
      </div>
      {isExpanded && total > activities.length && (
        <p className={styles.none}>
          Showing the first {formatNumber(activities.length)} of {formatNumber(total)}.
        </p>
      )}
      {showsOthers && all && others.length === 0 && (
        <p className={styles.none}>There are no other activities.</p>
      )}
      {showsOthers && all && others.length > 0 && (
        <ul aria-label="Can't earn now">
          {others.map((activity) => (
            <EarningRow key={activity.id} {...{ activity, member, language }} isEligible={false} />
          ))}
        </ul>
      )}
      {showsOthers && !all && allError}
    </>
  );
}

/** "31 of 37 active activities.", or "31 activities." if it isn't known how many are active. */
function countText(total: number, all: AllActivities | undefined): string {
  if (total === 0) return 'Nothing to earn right now.';
  if (!all?.isComplete) return `${formatCount(total, 'activity', 'activities')}.`;
  const active = all.rows.filter(({ is_active: isActive }) => isActive).length;
  if (active < total) return `${formatCount(total, 'activity', 'activities')}.`;
  return `${formatNumber(total)} of ${formatCount(active, 'active activity', 'active activities')}.`;
}
