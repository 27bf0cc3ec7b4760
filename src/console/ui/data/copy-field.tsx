import { Check, Copy } from 'lucide-react';
import { useId, useRef } from 'react';
import { commandKey } from '#console/lib/command-key.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import { Breakable } from './breakable.tsx';
import styles from './copy-field.module.css';
import { useCopy } from './use-copy.ts';

interface CopyFieldProps {
  /** What the value is: "Secret". For screen readers only. */
  readonly label: string;
  readonly value: string;
  /** How the value is displayed if not unchanged: in groups of four, for example. */
  readonly shown?: string;
}

export function CopyField({ label, value, shown = value }: CopyFieldProps) {
  const id = useId();
  const valueRef = useRef<HTMLElement>(null);
  const { copied, copy } = useCopy(value);

  async function copyOrSelect() {
    if (await copy()) return;
    // So that Ctrl or ⌘ C copies it.
    if (valueRef.current) getSelection()?.selectAllChildren(valueRef.current);
  }

  return (
    <div className={styles.field}>
      <VisuallyHidden id={id}>{label}</VisuallyHidden>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields */}
      <span role="group" aria-labelledby={id} className={styles.named}>
        <code ref={valueRef} className={styles.value}>
          <Breakable text={shown} />
        </code>
      </span>
      {/* Don't repeat the label, or `getByLabel` would match both. */}
      <IconButton
        variant="secondary"
        label="Copy"
        aria-describedby={id}
        icon={copied ? <Check /> : <Copy />}
        onClick={copyOrSelect}
      />
      <span role="status">
        {copied && <VisuallyHidden>Copied</VisuallyHidden>}
        {copied === false && `Press ${commandKey('C')} to copy the selected text`}
      </span>
    </div>
  );
}
