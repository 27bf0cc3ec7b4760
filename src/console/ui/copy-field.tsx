import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './copy-field.module.css';
import { IconButton } from './icon-button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface CopyFieldProps {
  /** What the value is: "Secret". Read out, not shown: put it beside where it is not plain. */
  readonly label: string;
  /** What is copied. */
  readonly value: string;
  /** How it is shown, in groups of four say; the value itself where it is left out. */
  readonly shown?: string;
}

/** How long the answer to a press stands, in ms. */
const FEEDBACK = 2000;

/** A value to take along, with a button that copies it and says so. */
export function CopyField({ label, value, shown = value }: CopyFieldProps) {
  const id = useId();
  const valueRef = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), FEEDBACK);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      // No permission, or no secure origin: the value is selected, so that a key press copies it.
      if (valueRef.current) getSelection()?.selectAllChildren(valueRef.current);
      setOutcome('refused');
    }
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
        icon={outcome === 'copied' ? <Check /> : <Copy />}
        onClick={copy}
      />
      <span role="status">
        {outcome === 'copied' && <VisuallyHidden>Copied</VisuallyHidden>}
        {outcome === 'refused' && 'Selected: press Ctrl or ⌘ C'}
      </span>
    </div>
  );
}
