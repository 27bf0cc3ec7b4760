import { useEffectEvent, useLayoutEffect } from 'react';
import { Kbd } from '#console/ui/kbd.tsx';
import styles from './command-palette.module.css';
import type { Command } from './commands.ts';
import { filterGroups } from './commands.ts';
import { useCommandGroups } from './use-command-groups.ts';

export interface PaletteResultsProps {
  /** Of the listbox. */
  readonly id: string;
  readonly text: string;
  readonly selected: number;
  readonly optionId: (index: number) => string;
  /** Called with the commands in the order of the list, when they change. */
  readonly onResults: (commands: readonly Command[]) => void;
  readonly onSelect: (index: number) => void;
  readonly onRun: (command: Command) => void;
}

/** What the palette finds for a text, in groups. */
export function PaletteResults(props: PaletteResultsProps) {
  const { id, text, selected, optionId, onSelect, onRun } = props;
  const all = useCommandGroups(text);
  const groups = filterGroups(all ?? [], text);
  const commands = groups.flatMap((group) => group.commands);
  const names = all && commands.map(({ name }) => name).join('\n');
  const reportResults = useEffectEvent(() => props.onResults(commands));
  // Before the browser handles another key: Enter has to run what is shown.
  useLayoutEffect(() => {
    if (names !== undefined) reportResults();
  }, [names]);

  return (
    <>
      <div id={id} role="listbox" aria-label="Results" className={styles.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
          <div key={group.label} role="group" aria-label={group.label}>
            <div className={styles.label} aria-hidden="true">
              {group.label}
            </div>
            {group.commands.map((command) => {
              const index = commands.indexOf(command);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and handles the keys
                <div
                  key={command.name}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === selected}
                  aria-disabled={command.disabledReason !== undefined || undefined}
                  className={styles.option}
                  onPointerMove={() => onSelect(index)}
                  onClick={() => onRun(command)}
                >
                  <command.icon />
                  <span className={styles.name}>{command.name}</span>{' '}
                  {command.disabledReason && (
                    <span className={styles.reason}>{command.disabledReason}</span>
                  )}
                  {command.keys && (
                    <span className={styles.keys} aria-hidden="true">
                      {command.keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p role="status" className={styles.status}>
        {all && commands.length === 0 && 'No results. Members can be opened by their ID.'}
      </p>
    </>
  );
}
