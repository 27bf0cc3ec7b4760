import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusFirstRow } from '#console/ui/hooks/use-row-keys.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { SEARCH_MIN_LENGTH } from '#contract/gateway/directory.ts';
import styles from './member-search.module.css';

/** Between the last key and the request. */
const PAUSE_MS = 250;

interface MemberSearchProps {
  readonly value: string | undefined;
  /** @param q undefined for no search */
  readonly onChange: (q: string | undefined) => void;
}

/** The search field above the list, also on "/". It searches while the user types. */
export function MemberSearch({ value, onChange }: MemberSearchProps) {
  const [text, setText] = useState(value ?? '');
  const [sent, setSent] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from elsewhere, by "Clear filters" or the back button.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setText(value ?? '');
      setSent(value);
    }
  }
  const field = useRef<HTMLInputElement>(null);
  useShortcut(['/'], () => field.current?.focus());

  const send = useEffectEvent(() => {
    const q = text.trim().length < SEARCH_MIN_LENGTH ? undefined : text.trim();
    if (q === sent) return;
    setSent(q);
    onChange(q);
  });
  useEffect(() => {
    if (text === '') return send();
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div className={styles.search}>
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="search"
        aria-label="Search members"
        placeholder="Name, email, phone or ID"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') send();
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          focusFirstRow();
        }}
      />
    </div>
  );
}
