import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { type AccountExpiry, accountExpiry } from '#console/shared/accounts/account-expiry.ts';
import { allAccountsQuery } from '#console/shared/accounts/all-accounts-query.ts';
import { PanelState } from '#console/shared/panel-state.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { SegmentDot, SegmentedBar, type SegmentTone } from '#console/ui/data/segmented-bar.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { Skeleton } from '#console/ui/skeleton.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './account-health-panel.module.css';

interface Part {
  readonly tone: SegmentTone;
  readonly label: string;
  readonly of: readonly AccountExpiry[];
  /** The search of the accounts page that lists them. */
  readonly search: string;
}

const PARTS: readonly Part[] = [
  { tone: 'good', label: 'OK', of: ['later', 'never', 'unknown'], search: '?show=ok' },
  { tone: 'soon', label: 'Expiring soon', of: ['soon'], search: '?show=soon&sort=expires_at' },
  { tone: 'broken', label: 'Expired', of: ['expired'], search: '?show=expired&sort=expires_at' },
];

/** The team's accounts by health, as one bar and in numbers. */
export function AccountHealthPanel({ teamId }: { readonly teamId: string }) {
  const missingScope = useMissingScope('accounts:read');
  const accounts = useQuery({
    ...allAccountsQuery(useApi(), teamId),
    enabled: missingScope === undefined,
  });
  return (
    <Card>
      <CardSection title="Account health">
        {accounts.data ? (
          <HealthBar teamId={teamId} accounts={accounts.data.rows} />
        ) : (
          <PanelState
            errorTitle="Couldn't load accounts"
            missingScope={missingScope}
            error={accounts.error}
            retrying={accounts.isFetching}
            onRetry={() => void accounts.refetch()}
          >
            <Skeleton height={56} />
          </PanelState>
        )}
      </CardSection>
    </Card>
  );
}

interface HealthBarProps {
  readonly teamId: string;
  readonly accounts: readonly Account[];
}

function HealthBar({ teamId, accounts }: HealthBarProps) {
  const now = useNow();
  if (accounts.length === 0) return <p>No accounts are connected yet.</p>;
  const counts = PARTS.map(
    ({ of }) =>
      accounts.filter(({ attributes }) => of.includes(accountExpiry(attributes.expires_at, now)))
        .length,
  );
  return (
    <>
      <SegmentedBar
        parts={PARTS.map(({ tone }, index) => ({ key: tone, tone, value: counts[index] ?? 0 }))}
      />
      <ul className={styles.parts}>
        {PARTS.map(({ tone, label, search }, index) => (
          <li key={tone}>
            <SegmentDot tone={tone} />
            <Link to={paths.accounts(teamId) + search}>{label}</Link>{' '}
            {formatNumber(counts[index] ?? 0)}
          </li>
        ))}
      </ul>
    </>
  );
}
