import type { ComponentProps } from 'react';
import type { MemberSelection } from '#console/features/members/list/bulk/use-member-selection.ts';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import { SimilarNote } from './similar-note.tsx';

interface ChangeDialogProps extends ComponentProps<typeof FormDialog> {
  readonly selection: MemberSelection;
}

export function ChangeDialog({ selection, children, ...form }: ChangeDialogProps) {
  return (
    <FormDialog {...form}>
      <SimilarNote selection={selection} />
      {children}
    </FormDialog>
  );
}
