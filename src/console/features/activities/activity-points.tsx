import { formatPointsConfig } from '#console/shared/loyalty/loyalty-points.ts';
import { CardSection } from '#console/ui/card.tsx';
import type { Activity } from '#contract/loyalty/activities.ts';
import { approvalLabel, benefitLabel } from './activity-labels.ts';
import styles from './activity-page.module.css';

/** What the activity earns before its rules are applied. */
export function ActivityPoints({ activity }: { readonly activity: Activity }) {
  const { points_config: config } = activity;
  const benefit = benefitLabel(activity.activity_benefit_type);
  const approval = approvalLabel(activity.approval_method);
  return (
    <CardSection title="Points">
      <p className={styles.figure}>{formatPointsConfig(config) ?? '—'}</p>
      <p className={styles.muted}>
        {[
          computationWords(config?.points_computation_type),
          benefit && `Gives ${benefit.toLowerCase()}`,
          approval && `${approval} approval`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </CardSection>
  );
}

function computationWords(type: string | undefined): string | undefined {
  if (type === 'fixed_points') return 'The same each time';
  return type === 'multiplier_based' ? 'Computed each time' : type;
}
