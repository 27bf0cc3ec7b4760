import {
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Modal } from '#console/ui/overlay/modal.tsx';
import styles from './command-palette.module.css';
import { type Command, commandId } from './commands.ts';
import { findEarlyPalette } from './early-palette.ts';
import { PaletteResults, type Results } from './palette-results.tsx';

const NO_RESULTS: Results = { text: '', commands: [], isIncomplete: true };

/** Finds pages, items and actions by name: a combobox whose list is always open. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [results, setResults] = useState<Results>(NO_RESULTS);
  /** Undefined is the first one. */
  const [selectedId, setSelectedId] = useState<string>();
  const [dialog, setDialog] = useState<ReactNode>();
  /** Enter was pressed before there were results. */
  const isEntered = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const optionId = (index: number) => `${id}option${index}`;
  const { commands, isIncomplete } = results;
  const found = commands.findIndex((command) => commandId(command) === selectedId);
  const selected = Math.max(0, found);

  // Not while rendering: React may show what it rendered much later.
  useLayoutEffect(() => {
    const early = findEarlyPalette();
    if (!early) return;
    setText(early.text);
    isEntered.current = early.isEntered;
    early.close();
  }, []);

  function run(command: Command | undefined) {
    if (!command || command.disabledReason !== undefined) return;
    if (command.dialog) {
      setDialog(command.dialog(onClose));
      return;
    }
    onClose();
    command.run?.();
  }

  useLayoutEffect(() => {
    const [first] = commands;
    if (!isEntered.current || results.text !== text || (!first && isIncomplete)) return;
    isEntered.current = false;
    run(first);
  });

  function select(index: number) {
    const command = commands[index];
    if (!command) return;
    setSelectedId(commandId(command));
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' });
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const { length } = commands;
    const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey;
    const target = {
      ArrowDown: (selected + 1) % length,
      ArrowUp: (selected - 1 + length) % length,
      ...(hasModifier ? {} : { Home: 0, End: length - 1 }),
    }[event.key];
    if (target !== undefined && length > 0) {
      event.preventDefault();
      select(target);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (length > 0) run(commands[selected]);
      else isEntered.current = isIncomplete;
    }
  }

  if (dialog !== undefined) return dialog;
  return (
    <Modal aria-label="Search or jump to" className={styles.palette} onClose={onClose}>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Search or jump to"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}list`}
        aria-activedescendant={commands.length > 0 ? optionId(selected) : undefined}
        placeholder="Search members, accounts, pages or actions"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setSelectedId(undefined);
          isEntered.current = false;
        }}
        onKeyDown={handleKeyDown}
      />
      <PaletteResults
        id={`${id}list`}
        text={text}
        selected={selected}
        optionId={optionId}
        onResults={setResults}
        onSelect={(index) => {
          const command = commands[index];
          if (command) setSelectedId(commandId(command));
        }}
        onRun={run}
      />
    </Modal>
  );
}
