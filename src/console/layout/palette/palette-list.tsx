import { Kbd } from '#console/ui/kbd.tsx';
import styles from './command-palette.module.css';
import { type Command, commandId } from './commands.ts';
import type { PaletteResults } from './use-palette-results.ts';

interface PaletteListProps {
  /** The ID of the listbox. */
  readonly id: string;
  readonly results: PaletteResults;
  readonly selected: number;
  readonly optionId: (index: number) => string;
  readonly onSelect: (command: Command) => void;
  readonly onRun: (command: Command) => void;
}

/** The results in groups. */
export function PaletteList({
  id,
  results,
  selected,
  optionId,
  onSelect,
  onRun,
}: PaletteListProps) {
  const { groups, commands, isIncomplete, status } = results;
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="Results"
        aria-busy={isIncomplete || undefined}
        className={styles.list}
      >
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
                  key={commandId(command)}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === selected}
                  aria-disabled={command.disabledReason !== undefined || undefined}
                  className={styles.option}
                  onPointerMove={() => onSelect(command)}
                  onClick={() => onRun(command)}
                >
                  <command.icon />
                  <span className={styles.name}>{command.name}</span>{' '}
                  {command.detail && <span className={styles.detail}>{command.detail}</span>}{' '}
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
        {status}
      </p>
    </>
  );
}
