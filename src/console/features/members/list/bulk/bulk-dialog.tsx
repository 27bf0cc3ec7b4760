import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { memberName } from '#console/features/members/member-name.ts';
import { formatNames } from '#console/lib/format/format-names.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import { type JobDialogProps, useStartJob } from './use-start-job.ts';

/** What can be done with many members, besides an export. */
export type BulkAction = 'add-tags' | 'remove-tags' | 'status' | 'delete';

export interface BulkDialogProps extends JobDialogProps {
  readonly action: BulkAction;
  /** The filters that are set: "Status is blocked". */
  readonly filters: readonly string[];
}

/** Asks what to change in the selected members, or whether to delete them. */
export function BulkDialog({ action, filters, ...props }: BulkDialogProps) {
  if (action === 'status') return <StatusDialog {...props} />;
  if (action === 'delete') return <DeleteMembersDialog filters={filters} {...props} />;
  return <TagsDialog action={action} {...props} />;
}

function DeleteMembersDialog(props: Omit<BulkDialogProps, 'action'>) {
  const { selection, filters, onStarted, onClose } = props;
  const start = useStartJob(onStarted);
  const members = formatCount(selection.count, 'member');
  const named = selection.isAll ? 'them' : formatNames(selection.members.map(memberName), 5);
  return (
    <ConfirmDialog
      title={`Delete ${members}?`}
      action={`Delete ${members}`}
      pending={start.isPending}
      error={toUserFacingError(start.error, 'No members were deleted')}
      onConfirm={() => start.mutate({ kind: 'delete', selection: selection.forJob })}
      onCancel={onClose}
    >
      {selection.isAll && (
        <p>
          <strong>
            {filters.length === 0
              ? 'These are all members of this program.'
              : `These are all members that match: ${filters.join(' · ')}.`}
          </strong>
        </p>
      )}
      <p>This permanently deletes {named} with their points and history. It can't be undone.</p>
    </ConfirmDialog>
  );
}
