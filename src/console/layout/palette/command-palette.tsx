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
import { type Command, commandId, useGoTo } from './commands.ts';
import { consumeEarlySearch } from './early-search.ts';
import { PaletteList } from './palette-list.tsx';
import { usePaletteResults } from './use-palette-results.ts';

/** Finds pages, items and actions by name: a combobox whose list is always open. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  /** Undefined is the first one. */
  const [selectedId, setSelectedId] = useState<string>();
  const [dialog, setDialog] = useState<ReactNode>();
  /** The text for which Enter was pressed before there were results. */
  const enteredText = useRef<string>(undefined);
  const goTo = useGoTo();
  const id = useId();
  const optionId = (index: number) => `${id}option${index}`;
  const results = usePaletteResults(text);
  const { commands, isIncomplete } = results;
  const found = commands.findIndex((command) => commandId(command) === selectedId);
  const selected = Math.max(0, found);

  // Not while rendering: what is typed until React shows the palette would be lost.
  useLayoutEffect(() => {
    const early = consumeEarlySearch();
    if (!early) return;
    setText(early.text);
    if (early.isEntered) enteredText.current = early.text;
  }, []);

  function run(command: Command | undefined) {
    if (!command || command.disabledReason !== undefined) return;
    if (command.dialog) {
      setDialog(command.dialog(onClose));
      return;
    }
    onClose();
    if (command.path !== undefined) goTo(command.path, command.state);
    command.run?.();
  }

  useLayoutEffect(() => {
    const [first] = commands;
    if (enteredText.current !== text || (!first && isIncomplete)) return;
    enteredText.current = undefined;
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
      else enteredText.current = isIncomplete ? text : undefined;
    }
  }

  if (dialog !== undefined) return <AfterPalette>{dialog}</AfterPalette>;
  return (
    <Modal aria-label="Search or jump to" className={styles.palette} onClose={onClose}>
      <input
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
          enteredText.current = undefined;
        }}
        onKeyDown={handleKeyDown}
      />
      <PaletteList
        id={`${id}list`}
        {...{ results, selected, optionId }}
        onSelect={(command) => setSelectedId(commandId(command))}
        onRun={run}
      />
    </Modal>
  );
}

/** Renders a dialog once the palette is closed, or the dialog would become a part of it. */
function AfterPalette({ children }: { readonly children: ReactNode }) {
  const [isClosed, setIsClosed] = useState(false);
  useLayoutEffect(() => setIsClosed(true), []);
  return isClosed && children;
}
