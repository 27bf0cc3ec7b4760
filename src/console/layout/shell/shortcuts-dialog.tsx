import { commandKey } from '#console/lib/command-key.ts';
import { Button } from '#console/ui/button/button.tsx';
import { singleKeyPreference } from '#console/ui/hooks/use-shortcut.ts';
import { Kbd } from '#console/ui/kbd.tsx';
import { Dialog, DialogFooter } from '#console/ui/overlay/dialog.tsx';
import { useNavigation } from './shell-context.ts';
import styles from './shortcuts-dialog.module.css';

/** Lists the shortcuts; those of a single key can be turned off here. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { team, personal } = useNavigation();
  const isOn = singleKeyPreference.useValue() !== 'off';
  const shortcuts = [
    { keys: [commandKey('K')], act: 'Search or jump to' },
    { keys: ['?'], act: 'Show this list' },
    { keys: ['J', 'K'], act: 'Next and previous member, on a member' },
    ...[...team.flatMap(({ items }) => items), ...personal].map(({ key, name }) => ({
      keys: ['G', key.toUpperCase()],
      act: `Go to ${name}`,
    })),
  ];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, act }) => (
          <div key={act} className={styles.row}>
            <dt>{act}</dt>
            <dd className={styles.keys}>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => singleKeyPreference.write(event.target.checked ? null : 'off')}
        />
        Single-key shortcuts
      </label>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
