import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './form-section.module.css';

interface FormSectionProps {
  readonly title: string;
  /** Fields, in two columns where there is room. */
  readonly children: ReactNode;
}

export function FormSection({ title, children }: FormSectionProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser can lay out a fieldset as a grid
    <div role="group" aria-labelledby={id} className={styles.section}>
      <h3 id={id}>{title}</h3>
      <div className={styles.fields}>{children}</div>
    </div>
  );
}

interface FoldedFormSectionProps extends FormSectionProps {
  /** Opens the section. The user can close it unless it becomes false and true again. */
  readonly isOpen: boolean;
}

/** Optional fields, which are folded while they are empty. */
export function FoldedFormSection({ title, isOpen, children }: FoldedFormSectionProps) {
  return (
    <details open={isOpen} className={styles.section}>
      <summary className={styles.summary}>
        <ChevronRight />
        {title}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}

/** A field, or several, with the full width of its section. */
export function WideField({ children }: { readonly children: ReactNode }) {
  return <div className={styles.wide}>{children}</div>;
}
