import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
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
  const { showSuccess, showError } = useToast();
  const disabledReason = useScopeReason('identity:write');
  const { data: settings } = useQuery({
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
          ? 'We will remind you of expiring accounts.'
          : 'We no longer remind you of expiring accounts.',
      );
    },
    onError: (error) => {
      const message = toUserFacingError(error, "Couldn't change your reminders");
      if (message) showError(message);
    },
    onSettled: () => setChosen(undefined),
  });
  if (!settings) return null;
  return (
    <Card>
      <CardSection title="Reminders">
        <label className={styles.reminder}>
          <input
            type="checkbox"
            checked={chosen ?? settings.account_expiry}
            disabled={change.isPending || disabledReason !== undefined}
            aria-describedby={hintId}
            onChange={({ target }) => {
              setChosen(target.checked);
              change.mutate({ account_expiry: target.checked });
            }}
          />
          Remind me of expiring accounts
        </label>
        <p id={hintId} className={styles.hint}>
          {disabledReason ??
            'By email, 14 and 3 days before an account expires in a team that you administer, and once it has expired.'}
        </p>
      </CardSection>
    </Card>
  );
}
