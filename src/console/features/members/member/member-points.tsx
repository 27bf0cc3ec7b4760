import { formatNumber } from '#console/lib/format-number.ts';
import { CardSection } from '#console/ui/card.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './member-page.module.css';

/** How many points there are to spend, and where all others went. */
export function MemberPoints({ member }: { readonly member: Member }) {
  const figures = [
    { term: 'available', value: member.available_points },
    { term: 'pending', value: member.pending_points },
    { term: 'earned in all', value: member.lifetime_points_earned },
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
