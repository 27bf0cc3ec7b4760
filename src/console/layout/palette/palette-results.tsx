import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useCurrentTeam } from '#console/session/team.ts';
import { Kbd } from '#console/ui/kbd.tsx';
import { LazyBoundary } from '#console/ui/lazy-boundary.tsx';
import { SEARCH_MIN_LENGTH } from '#contract/gateway/directory.ts';
import styles from './command-palette.module.css';
import { type Command, commandId, filterGroups } from './commands.ts';
import type { Found, PaletteSearchProps } from './palette-search.tsx';
import { useCommandGroups } from './use-command-groups.ts';

const paletteSearch = lazyComponent<PaletteSearchProps>(
  async () => (await import('./palette-search.tsx')).PaletteSearch,
);

export interface Results {
  /** What they were found for. */
  readonly text: string;
  /** In the order of the list. */
  readonly commands: readonly Command[];
  /** More may be found. */
  readonly isIncomplete: boolean;
}

interface PaletteResultsProps {
  /** Of the listbox. */
  readonly id: string;
  readonly text: string;
  readonly selected: number;
  readonly optionId: (index: number) => string;
  /** Called when the results change. */
  readonly onResults: (results: Results) => void;
  readonly onSelect: (index: number) => void;
  readonly onRun: (command: Command) => void;
}

/** What the palette finds for a text, in groups. */
export function PaletteResults(props: PaletteResultsProps) {
  const { id, text, selected, optionId, onSelect, onRun } = props;
  const team = useCurrentTeam();
  const [found, setFound] = useState<Found>();
  const [canSearch, setCanSearch] = useState(true);
  const q = text.trim();
  const isAsked = canSearch && team !== undefined && q.length >= SEARCH_MIN_LENGTH;
  // Results for what was typed before are not shown: Enter would open the wrong one.
  const results = isAsked && found?.text === q ? found : undefined;
  const all = useCommandGroups(text, results?.groups ?? []);
  const groups = filterGroups(all ?? [], text);
  const commands = groups.flatMap((group) => group.commands);
  const isIncomplete = !all || (isAsked && !results);
  const ids = commands.map(commandId).join('\n');
  const reportResults = useEffectEvent(() => props.onResults({ text, commands, isIncomplete }));
  // Before the browser handles another key: Enter has to run what is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports when the list changes
  useLayoutEffect(() => reportResults(), [ids, isIncomplete, text]);

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
                  onPointerMove={() => onSelect(index)}
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
        {isAsked && !results
          ? 'Searching…'
          : all &&
            [commands.length === 0 && `No results. ${results?.hint ?? ''}`, results?.failure]
              .filter(Boolean)
              .join(' ')}
      </p>
      {isAsked && (
        <LazyBoundary onError={() => setCanSearch(false)}>
          <paletteSearch.Component text={q} team={team} onFound={setFound} />
        </LazyBoundary>
      )}
    </>
  );
}
