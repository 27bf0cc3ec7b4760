import { formatAmount, formatNumber } from '#console/lib/format-number.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import styles from './member-page.module.css';

/** What the member bought and did; the API tells no currency. */
export function MemberPurchases({ member }: { readonly member: Member }) {
  return (
    <CardSection title="Purchases and activity">
      <div className={styles.pairs}>
        <DescriptionList
          items={[
            { term: 'Purchases', value: figure(member.number_of_purchases) },
            { term: 'Revenue', value: amount(member.revenue) },
            { term: 'Average order', value: amount(member.aov) },
          ]}
        />
        <DescriptionList
          items={[
            { term: 'First purchase', value: <LoyaltyDate value={member.first_purchase_date} /> },
            { term: 'Last purchase', value: <LoyaltyDate value={member.last_purchase_date} /> },
            { term: 'Redemptions', value: figure(member.number_of_redemptions) },
            { term: 'Activities done', value: counted(member.number_of_activities) },
          ]}
        />
      </div>
    </CardSection>
  );
}

function figure(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatNumber(value);
}

function amount(value: number | undefined): string | undefined {
  return value === undefined ? undefined : formatAmount(value);
}

/** A number that the API writes as text; what is none as it came. */
function counted(text: string | undefined): string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? formatNumber(Number(text)) : text;
}
