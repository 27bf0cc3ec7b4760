import { Check, Minus } from 'lucide-react';
import { listResourceAccess } from '#console/session/scope-table.ts';
import { useConfig, useGrantedScopes } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './scopes-dialog.module.css';

/** The scopes of the session by resource, granted or not. */
export function ScopesDialog({ onClose }: { readonly onClose: () => void }) {
  const { advocacy } = useConfig();
  const rows = listResourceAccess(useGrantedScopes() ?? [], advocacy.scopes);
  return (
    <Dialog
      title="Permissions"
      description="What you can view and change. Your role may limit it further."
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Scopes" className={styles.scroller}>
        <table className={styles.scopes} aria-label="Permissions">
          <thead>
            <tr>
              <th scope="col">Resource</th>
              <th scope="col">Read</th>
              <th scope="col">Write</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ resource, read, write }) => (
              <tr key={resource}>
                <th scope="row">
                  <code>{resource}</code>
                </th>
                <Granted isGranted={read} />
                <Granted isGranted={write} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Granted({ isGranted }: { readonly isGranted: boolean }) {
  return (
    <td data-granted={isGranted}>
      {isGranted ? <Check /> : <Minus />}
      <VisuallyHidden>{isGranted ? 'Granted' : 'Not granted'}</VisuallyHidden>
    </td>
  );
}
