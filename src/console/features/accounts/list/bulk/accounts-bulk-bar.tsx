import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { SelectionBar } from '#console/ui/page/selection-bar.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { DeleteAccountsDialog } from './delete-accounts-dialog.tsx';
import type { AccountSelection } from './use-account-selection.ts';

/** How many accounts are selected, and deleting them. */
export function AccountsBulkBar({ selection }: { readonly selection: AccountSelection }) {
  // Those that were selected when the dialog opened.
  const [deleting, setDeleting] = useState<readonly Account[]>();
  return (
    <>
      <SelectionBar
        count={selection.accounts.length}
        onClear={() => selection.clear()}
        actions={
          <Button size="small" icon={<Trash2 />} onClick={() => setDeleting(selection.accounts)}>
            Delete
          </Button>
        }
      />
      {deleting && (
        <DeleteAccountsDialog
          accounts={deleting}
          onClose={(deletedIds) => {
            setDeleting(undefined);
            selection.clear(deletedIds);
          }}
        />
      )}
    </>
  );
}
