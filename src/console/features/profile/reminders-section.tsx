import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import {
  type EmailSettings,
  getEmailSettings,
  updateEmailSettings,
} from '#contract/account/email-settings.ts';
import styles from './profile-page.module.css';

const KEY = ['email-settings'] as const;

/** Emails that the user can switch off; absent if the deployment has no such API. */
export function RemindersSection() {
  const { account } = useApi();
  return account ? <RemindersCard account={account} /> : null;
}

function RemindersCard({ account }: { readonly account: Client }) {
  const hintId = useId();
  const queryClient = useQueryClient();
  const disabledReason = useScopeReason('identity:write');
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<EmailSettings> =>
      (await account.request(getEmailSettings, { signal })).data,
  });
  /** What was chosen, until it is saved. */
  const [chosen, setChosen] = useState<boolean>();
  const change = useMutation({
    mutationFn: (body: EmailSettings) => account.request(updateEmailSettings, { body }),
    onSuccess: ({ data }) => {
      queryClient.setQueryData<EmailSettings>(KEY, data);
      showSuccess(
        data.account_expiry
          ? "We'll remind you about expiring accounts"
          : 'We no longer remind you about expiring accounts',
      );
    },
    onError: (error) => {
      const message = toUserFacingError(error, "Couldn't change your reminders");
      if (message) showError(message);
    },
    onSettled: () => setChosen(undefined),
  });
  return (
    <Card>
      <CardSection title="Reminders">
        {query.data ? (
          <>
            <label className={styles.reminder}>
              <input
                type="checkbox"
                checked={chosen ?? query.data.account_expiry}
                disabled={disabledReason !== undefined}
                // Keeps the focus, unlike `disabled`.
                aria-disabled={change.isPending || undefined}
                aria-describedby={hintId}
                onChange={({ target }) => {
                  if (change.isPending) return;
                  setChosen(target.checked);
                  change.mutate({ account_expiry: target.checked });
                }}
              />
              Remind me about expiring accounts
            </label>
            <p id={hintId} className={styles.hint}>
              {disabledReason ??
                'By email, 14 and 3 days before an account expires in a team that you administer, and once it has expired.'}
            </p>
          </>
        ) : (
          <RemindersPlaceholder query={query} />
        )}
      </CardSection>
    </Card>
  );
}

function RemindersPlaceholder({ query }: { readonly query: UseQueryResult }) {
  const error = toUserFacingError(query.error, "Couldn't load your reminders");
  if (!error) return <Skeleton width="60%" />;
  return (
    <ErrorState error={error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
  );
}
