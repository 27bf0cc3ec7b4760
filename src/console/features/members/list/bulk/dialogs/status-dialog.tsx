import { type FormEvent, useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import {
  type JobDialogProps,
  useStartJob,
} from '#console/features/members/list/bulk/use-start-job.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { formatMemberStatus } from '#console/shared/members/member-status.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { Dialog, DialogFooter, DialogForm } from '#console/ui/overlay/dialog.tsx';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';

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

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!status || start.isPending) return;
    start.mutate({ kind: 'change', selection: selection.forJob, change: { status } });
  }
  return (
    <Dialog
      title={`Change the status of ${formatCount(selection.count, 'member')}`}
      size="small"
      onClose={onClose}
    >
      <DialogForm onSubmit={handleSubmit}>
        {error && <ErrorNotice error={error} />}
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
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={start.isPending}
            disabledReason={status ? undefined : 'Choose a status'}
          >
            Change status
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
