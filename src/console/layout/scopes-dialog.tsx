import { useGrantedScopes } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button.tsx';
import { Dialog, DialogFooter } from '#console/ui/dialog.tsx';
import styles from './scopes-dialog.module.css';

/** What the session may do: the scopes that it was granted. */
export function ScopesDialog({ onClose }: { readonly onClose: () => void }) {
  const scopes = useGrantedScopes() ?? [];
  return (
    <Dialog
      title="Granted scopes"
      description="What your session may read and write. Your role in each team bounds it further."
      onClose={onClose}
    >
      <ul className={styles.scopes}>
        {[...scopes].sort().map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
