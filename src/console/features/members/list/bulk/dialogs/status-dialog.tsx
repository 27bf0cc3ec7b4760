import { useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  type JobDialogProps,
  useStartJob,
} from '#console/features/members/list/bulk/use-start-job.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { formatMemberStatus } from '#console/shared/members/member-status.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { ChangeDialog } from './change-dialog.tsx';

const CONSEQUENCES = {
  active: 'They can earn and redeem points.',
  blocked: "They can't earn or redeem points while blocked. They keep their points.",
  opted_out:
    "For members who chose to leave the program. They can't earn or redeem points until you reactivate them.",
};

/** Changes the status of the selected members. */
export function StatusDialog({ selection, onStarted, onClose }: JobDialogProps) {
  const [status, setStatus] = useState<keyof typeof CONSEQUENCES>();
  const start = useStartJob(onStarted);
  const error = toUserFacingError(start.error, 'No statuses were changed');

  function handleSubmit() {
    if (!status) return;
    start.mutate({ kind: 'change', selection: selection.forJob, change: { status } });
  }
  return (
    <ChangeDialog
      selection={selection}
      title={`Change the status of ${formatCount(selection.count, 'member')}`}
      action="Change status"
      disabledReason={status ? undefined : 'Choose a status'}
      error={error}
      isPending={start.isPending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <SelectField
        label="Status"
        value={status ?? ''}
        hint={status && CONSEQUENCES[status]}
        onChange={({ target }) =>
          setStatus(MEMBER_STATUSES.find((known) => known === target.value))
        }
      >
        {status === undefined && <option value="">Choose a status</option>}
        {MEMBER_STATUSES.map((each) => (
          <option key={each} value={each}>
            {formatMemberStatus(each)}
          </option>
        ))}
      </SelectField>
    </ChangeDialog>
  );
}
