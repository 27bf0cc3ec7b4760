import { useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  type JobDialogProps,
  useStartJob,
} from '#console/features/members/list/bulk/use-start-job.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { formatFilterValue } from '#console/shared/members/segment-labels.ts';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { EMAIL_SUBSCRIPTION_STATUSES } from '#contract/loyalty/members/member.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { UnchangedNote } from './unchanged-note.tsx';
import { useMatchingCount } from './use-matching-count.ts';

const CONSEQUENCES = {
  subscribed: 'They can get marketing emails. Subscribe only members who have agreed to them.',
  unsubscribed: 'They get no marketing emails until they subscribe again.',
};

/** Subscribes the selected members to marketing emails, or unsubscribes them. */
export function SubscriptionDialog({ selection, onStarted, onClose }: JobDialogProps) {
  const [subscription, setSubscription] = useState<keyof typeof CONSEQUENCES>();
  const start = useStartJob(onStarted);
  const error = toUserFacingError(start.error, 'No subscriptions were changed');
  const unchanged = useMatchingCount(selection, subscription && { subscription: [subscription] });

  function handleSubmit() {
    if (!subscription) return;
    start.mutate({ kind: 'change', selection: selection.forJob, change: { subscription } });
  }
  return (
    <ChangeDialog
      selection={selection}
      title={`Change the email subscription of ${formatCount(selection.count, 'member')}`}
      action="Change subscription"
      disabledReason={subscription ? undefined : 'Choose a subscription'}
      error={error}
      isPending={start.isPending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <SelectField
        label="Email subscription"
        value={subscription ?? ''}
        hint={subscription && CONSEQUENCES[subscription]}
        onChange={({ target }) =>
          setSubscription(EMAIL_SUBSCRIPTION_STATUSES.find((known) => known === target.value))
        }
      >
        {subscription === undefined && <option value="">Choose a subscription</option>}
        {EMAIL_SUBSCRIPTION_STATUSES.map((each) => (
          <option key={each} value={each}>
            {formatFilterValue('subscription', each)}
          </option>
        ))}
      </SelectField>
      <UnchangedNote unchanged={unchanged} count={selection.count} />
    </ChangeDialog>
  );
}
