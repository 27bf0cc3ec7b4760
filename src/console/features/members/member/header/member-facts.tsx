import { expirySteps } from '#console/features/members/member/points/expiry-steps.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { MemberStatus } from '#console/shared/members/member-status.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './member-facts.module.css';

interface MemberFactsProps {
  readonly member: Member;
  /** Lists have neither expiring points nor purchases. */
  readonly isLoaded: boolean;
}

export function MemberFacts({ member, isLoaded }: MemberFactsProps) {
  const now = useNow();
  const { available_points: points, tier_info: tier } = member;
  const next = expirySteps(member.points_expiration_schedule ?? [], now).find(
    ({ inDays = -1, points: expiring }) => inDays >= 0 && expiring > 0,
  );
  const facts = [
    { term: 'Tier', value: tier?.loyalty_tier_name || tier?.loyalty_tier_id },
    { term: 'Points', value: points !== undefined && formatNumber(points) },
    { term: 'Next expiry', value: next && `${formatNumber(next.points)} on ${next.label}` },
    {
      term: 'Last purchase',
      value: member.last_purchase_date && <LoyaltyDate value={member.last_purchase_date} />,
    },
    {
      term: 'Status',
      value: member.member_status && <MemberStatus status={member.member_status} />,
    },
  ];
  const isLoading = (term: string) =>
    !isLoaded && (term === 'Next expiry' || term === 'Last purchase');
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }) => (
        <div key={term} className={styles.fact}>
          <dt>{term}</dt>
          <dd>{value || (isLoading(term) ? '…' : '—')}</dd>
        </div>
      ))}
    </dl>
  );
}
