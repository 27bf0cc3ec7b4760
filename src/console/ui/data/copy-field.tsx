import { Check, Copy } from 'lucide-react';
import { useId, useRef } from 'react';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './copy-field.module.css';
import { useCopy } from './use-copy.ts';

interface CopyFieldProps {
  /** What the value is: "Secret". Read out, not shown: put it beside where it is not plain. */
  readonly label: string;
  /** What is copied. */
  readonly value: string;
  /** How it is shown, in groups of four say; the value itself where it is left out. */
  readonly shown?: string;
}

/** A value to take along, with a button that copies it and says so. */
export function CopyField({ label, value, shown = value }: CopyFieldProps) {
  const id = useId();
  const valueRef = useRef<HTMLElement>(null);
  const { copied, copy } = useCopy(value);

  async function copyOrSelect() {
    if (await copy()) return;
    // A key press copies what is selected.
    if (valueRef.current) getSelection()?.selectAllChildren(valueRef.current);
  }

  return (
    <div className={styles.field}>
      <VisuallyHidden id={id}>{label}</VisuallyHidden>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields */}
      <span role="group" aria-labelledby={id} className={styles.named}>
        <code ref={valueRef} className={styles.value}>
          {shown}
        </code>
      </span>
      {/* Its name leaves out the label's word, by which the value itself is looked for. */}
      <IconButton
        variant="secondary"
        label="Copy"
        aria-describedby={id}
        icon={copied ? <Check /> : <Copy />}
        onClick={copyOrSelect}
      />
      <span role="status">
        {copied && <VisuallyHidden>Copied</VisuallyHidden>}
        {copied === false && 'Selected: press Ctrl or ⌘ C'}
      </span>
    </div>
  );
}
