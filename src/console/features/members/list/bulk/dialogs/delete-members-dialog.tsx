import { useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { ExportFirstButton } from '#console/features/members/list/bulk/export-first-button.tsx';
import {
  type JobDialogProps,
  useStartJob,
} from '#console/features/members/list/bulk/use-start-job.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { formatNames } from '#console/lib/format/format-names.ts';
import { formatCount, formatNumber } from '#console/lib/format/format-number.ts';
import { parseWholeNumber } from '#console/lib/format/parse-number.ts';
import { TextField } from '#console/ui/form/text-field.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { DELETED_WITHOUT_ID_TOKEN_MAX, DELETION_DELAY_SECONDS } from '#contract/gateway/jobs.ts';
import { SimilarNote } from './similar-note.tsx';

interface DeleteMembersDialogProps extends JobDialogProps {
  /** The filters that are set: "Status is blocked". */
  readonly filters: readonly string[];
}

/** Asks before members are deleted. If they are many, their number has to be typed. */
export function DeleteMembersDialog(props: DeleteMembersDialogProps) {
  const { selection, filters, onStarted, onClose } = props;
  const { count, isAll } = selection;
  const [typed, setTyped] = useState('');
  const [isExported, setIsExported] = useState(false);
  const start = useStartJob(onStarted);
  const members = formatCount(count, 'member');
  const named = isAll
    ? 'them'
    : formatNames(
        selection.members.map((member) => `${memberName(member)} (${member.member_id})`),
        5,
      );
  const isMany = count > DELETED_WITHOUT_ID_TOKEN_MAX;
  const isConfirmed = !isMany || parseWholeNumber(typed) === count;
  return (
    <ConfirmDialog
      title={`Delete ${members}?`}
      action={`Delete ${members}`}
      disabledReason={isConfirmed ? undefined : 'Enter the number of members first'}
      pending={start.isPending}
      error={toUserFacingError(start.error, 'No members were deleted')}
      onConfirm={() => start.mutate({ kind: 'delete', selection: selection.forJob })}
      onCancel={onClose}
    >
      {isAll && (
        <p>
          <strong>
            {filters.length === 0
              ? 'These are all members of this program.'
              : `These are all members of the list: ${filters.join(' · ')}.`}
          </strong>
        </p>
      )}
      <SimilarNote selection={selection} />
      <p>This permanently deletes {named} with their points and history. It can't be undone.</p>
      {isExported ? (
        <p role="status">The export has started. Download the file under Jobs.</p>
      ) : (
        <div>
          <ExportFirstButton
            selection={selection.forJob}
            total={count}
            onStarted={() => setIsExported(true)}
          />
        </div>
      )}
      {isMany && (
        <>
          <p>
            You'll be asked for your password. Then you have {DELETION_DELAY_SECONDS} seconds to
            stop the job before the first member is deleted.
          </p>
          <TextField
            label="Number of members"
            hint={`Enter ${formatNumber(count)} to confirm.`}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
