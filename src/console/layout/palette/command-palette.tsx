import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { LazyBoundary } from '#console/layout/lazy-boundary.tsx';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { Modal } from '#console/ui/overlay/modal.tsx';
import styles from './command-palette.module.css';
import type { Command } from './commands.ts';
import { findEarlyPalette } from './early-palette.ts';
import type { PaletteResultsProps } from './palette-results.tsx';

/** What the palette finds is loaded with the first page; the field is there from the start. */
export const paletteResults = lazyComponent<PaletteResultsProps>(
  async () => (await import('./palette-results.tsx')).PaletteResults,
);

/** Finds pages and actions by name: a combobox whose list is always open. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState(() => findEarlyPalette()?.text ?? '');
  const [commands, setCommands] = useState<readonly Command[]>();
  const [selected, setSelected] = useState(0);
  /** Enter was pressed before there were results. */
  const isEntered = useRef(findEarlyPalette()?.isEntered ?? false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const optionId = (index: number) => `${id}option${index}`;

  useLayoutEffect(() => {
    findEarlyPalette()?.close();
    // The browser would put the cursor before what was typed already.
    input.current?.setSelectionRange(-1, -1);
  }, []);

  function run(command: Command | undefined) {
    if (!command || command.disabledReason !== undefined) return;
    onClose();
    command.run();
  }

  function handleResults(next: readonly Command[]) {
    setCommands(next);
    if (!isEntered.current) return;
    isEntered.current = false;
    run(next[0]);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands && commands.length > 0) {
      event.preventDefault();
      const next = (selected + step + commands.length) % commands.length;
      setSelected(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (commands) run(commands[selected]);
      else isEntered.current = true;
    }
  }

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
        aria-activedescendant={commands && commands.length > 0 ? optionId(selected) : undefined}
        placeholder="Search pages, actions or a member ID"
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setSelected(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <LazyBoundary onError={onClose}>
        <paletteResults.Component
          id={`${id}list`}
          text={text}
          selected={selected}
          optionId={optionId}
          onResults={handleResults}
          onSelect={setSelected}
          onRun={run}
        />
      </LazyBoundary>
    </Modal>
  );
}
