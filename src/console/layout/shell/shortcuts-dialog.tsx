import { useNavigation } from '#console/layout/navigation.ts';
import { commandKey } from '#console/lib/command-key.ts';
import { Button } from '#console/ui/button/button.tsx';
import { singleKeyPreference } from '#console/ui/hooks/use-shortcut.ts';
import { Kbd } from '#console/ui/kbd.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import styles from './shortcuts-dialog.module.css';

interface Shortcut {
  readonly keys: readonly string[];
  readonly action: string;
}

const ACTIONS: readonly Shortcut[] = [
  { keys: [commandKey('K')], action: 'Search or jump to' },
  { keys: ['?'], action: 'Show this list' },
  { keys: ['N'], action: 'Open notifications' },
  { keys: ['J', 'K'], action: 'Next / previous member' },
  { keys: ['/'], action: 'Search the list' },
  { keys: ['C'], action: 'Add a member, an account, a domain or a person' },
  { keys: ['↓', '↑'], action: 'Next / previous row of the list' },
  { keys: ['X'], action: 'Select the row' },
  { keys: ['E'], action: 'Edit the row, or the member' },
];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { team, personal } = useNavigation();
  const isEnabled = singleKeyPreference.useValue() !== 'off';
  const pages = [...team.flatMap(({ items }) => items), ...personal].map(({ key, name }) => ({
    keys: ['G', key.toUpperCase()],
    action: `Go to ${name}`,
  }));
  return (
    <Dialog title="Keyboard shortcuts" size="large" onClose={onClose}>
      {/* Above the list: it gets the focus, which would scroll a long list to its end. */}
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isEnabled}
          onChange={(event) => singleKeyPreference.write(event.target.checked ? null : 'off')}
        />
        Single-key shortcuts
      </label>
      <div className={styles.lists}>
        <ShortcutList shortcuts={ACTIONS} />
        <ShortcutList shortcuts={pages} />
      </div>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function ShortcutList({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  return (
    <dl>
      {shortcuts.map(({ keys, action }) => (
        <div key={action} className={styles.row}>
          <dt>{action}</dt>
          <dd className={styles.keys}>
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
