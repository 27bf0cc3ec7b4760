import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { DescriptionList } from '#console/ui/data/description-list.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { actorLabel } from './audit-labels.ts';
import styles from './item-changes.module.css';
import { explainUndoError, type Undo, UndoConflictError } from './undo.ts';

export interface UndoDialogProps {
  readonly event: AuditEvent;
  readonly undo: Undo;
  readonly itemsKey: QueryKey;
  /** Called before `onClose`, once the change is undone. */
  readonly onUndone: () => void;
  readonly onClose: () => void;
}

/** Shows what will be set back, then undoes it unless a value has changed since. */
export function UndoDialog(props: UndoDialogProps) {
  const { event, undo, itemsKey, onUndone, onClose } = props;
  const queryClient = useQueryClient();
  const { steps = [], kept = [], note } = undo.plan(event) ?? {};
  const refetch = () => queryClient.invalidateQueries({ queryKey: itemsKey });
  const { name } = event.subject;
  const mutation = useMutation({
    mutationFn: () => undo.apply(event),
    onSuccess: async () => {
      showSuccess(`The change to ${name} was undone`);
      onUndone();
      onClose();
      await refetch();
    },
    // Show the values that are in the way.
    onError: (error) => (error instanceof UndoConflictError ? refetch() : undefined),
  });
  const list = new Intl.ListFormat('en');
  return (
    <ConfirmDialog
      title={`Undo the change to ${name}?`}
      action="Undo change"
      tone="primary"
      pending={mutation.isPending}
      error={explainUndoError(mutation.error)}
      onConfirm={() => mutation.mutate()}
      onCancel={onClose}
    >
      <p>
        {actorLabel(event.actor)} made this change on {formatDateTime(new Date(event.at))}. Undoing
        it restores:
      </p>
      <div className={styles.steps}>
        <DescriptionList
          items={steps.map(({ label, from, to }) => ({ term: label, value: `${from} → ${to}` }))}
        />
      </div>
      {note && <p>{note}</p>}
      {kept.length > 0 && <p>{list.format(kept)} can't be undone and won't change.</p>}
    </ConfirmDialog>
  );
}
