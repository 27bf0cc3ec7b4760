import { Check, CircleHelp, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { capitalize } from '#console/lib/format/capitalize.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatPointsConfig } from '#console/shared/loyalty/loyalty-points.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { isUnreadable, UnreadableLabel } from '#console/ui/table/unreadable/unreadable-row.tsx';
import { Tag } from '#console/ui/tag.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import type { Activity } from '#contract/loyalty/activities.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import type { ConditionResult } from '#contract/loyalty/rule-engine/conditions.ts';
import styles from './earning-row.module.css';
import {
  type EarningEstimate,
  estimateEarning,
  ineligibleReason,
  isEstimated,
} from './estimate-earning.ts';

interface EarningRowProps {
  readonly activity: Activity;
  /** In the program's default language: rules compare values of that language. */
  readonly member: Member;
  /** A store language; the program's default if undefined. */
  readonly language: string | undefined;
  /** Whether the service lists the activity for the member. */
  readonly isEligible: boolean;
}

/** An activity: what it would earn this member now, and which rules make it so. */
export function EarningRow(props: EarningRowProps) {
  if (!isUnreadable(props.activity)) return <ReadableEarningRow {...props} />;
  return (
    <li className={styles.row}>
      <UnreadableLabel item={props.activity} />
    </li>
  );
}

function ReadableEarningRow({ activity, member, language, isEligible }: EarningRowProps) {
  const teamId = useTeamId();
  const name = activity.activity_name || activity.activity_id;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const estimate = estimateEarning(activity, member, useNow());
  const hasRules = estimate.rules.length > 0;
  return (
    <li className={styles.row}>
      <div className={styles.activity}>
        <Link
          to={{
            pathname: paths.activity(teamId, activity.activity_id),
            search: language === undefined ? '' : `${new URLSearchParams({ language })}`,
          }}
          className={styles.name}
        >
          {name}
        </Link>
        {isEligible ? (
          <>
            <span className={styles.points}>
              {pointsText(activity, estimate)} {estimate.hasBonus && <Tag>Bonus</Tag>}
            </span>
            <span className={styles.limit}>{limitText(estimate)}</span>
          </>
        ) : (
          <span className={styles.reason}>{ineligibleReason(activity, estimate)}</span>
        )}
        {hasRules && (
          <Button
            variant="ghost"
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            Rules
            <VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={id} className={styles.rules}>
          <RuleChecks estimate={estimate} />
        </div>
      )}
    </li>
  );
}

function RuleChecks({ estimate }: { readonly estimate: EarningEstimate }) {
  return (
    <>
      <ul className={styles.checks}>
        {estimate.rules.map(({ sentence, result, conditions }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id and are identified by their order
          <li key={index}>
            <p className={styles.check} data-result={result}>
              <ResultIcon result={result} />
              <span>{sentence}</span>
            </p>
            {conditions.length > 0 && (
              <p className={styles.current}>
                {conditions
                  .map(({ text, current }) => `${text} (now: ${current ?? 'not set'})`)
                  .join('; ')}
              </p>
            )}
          </li>
        ))}
      </ul>
      {estimate.hasUnknownRule && (
        <p className={styles.current}>
          The console can't check every rule, so the points may differ.
        </p>
      )}
    </>
  );
}

const RESULTS: Readonly<Record<ConditionResult, string>> = {
  holds: 'Applies:',
  fails: "Doesn't apply:",
  unknown: 'Unknown:',
};

function ResultIcon({ result }: { readonly result: ConditionResult }) {
  return (
    <>
      {result === 'holds' ? <Check /> : result === 'fails' ? <X /> : <CircleHelp />}
      <VisuallyHidden>{RESULTS[result]}</VisuallyHidden>
    </>
  );
}

/** "About 120 points"; the activity's own points where no rule changes them. */
function pointsText(activity: Activity, estimate: EarningEstimate): string {
  if (!isEstimated(activity, estimate)) return formatPointsConfig(activity.points_config) ?? '—';
  const { points, amount } = estimate;
  const text = `About ${formatCount(points, 'point')}`;
  return amount === undefined ? text : `${text} per ${formatNumber(amount)} spent`;
}

function limitText({ limits }: EarningEstimate): string {
  return capitalize(limits.join(', ') || 'no limit');
}
