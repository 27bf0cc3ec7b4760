import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './tabs.module.css';

interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface TabsProps<Value extends string> {
  /** The accessible name. */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly selected: Value;
  readonly onSelect: (value: Value) => void;
  /** The panel of the selected tab. */
  readonly children: ReactNode;
}

/** Tabs with their panel. The arrow keys, Home and End move between the tabs. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, selected, onSelect, children } = props;
  const id = useId();
  const position = tabs.findIndex(({ value }) => value === selected);

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = {
      ArrowLeft: position - 1,
      ArrowRight: position + 1,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs.at(next % tabs.length);
    if (!tab) return;
    onSelect(tab.value);
    document.getElementById(`${id}${tab.value}`)?.focus();
  }

  return (
    <>
      <div role="tablist" aria-label={label} className={styles.tabs}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}${tab.value}`}
            aria-selected={tab.value === selected}
            aria-controls={`${id}panel`}
            tabIndex={tab.value === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(tab.value)}
            onKeyDown={handleKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
    </>
  );
}
