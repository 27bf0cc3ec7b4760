import { type ReactNode, useId } from 'react';
import styles from './panel-section.module.css';

interface PanelSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A section of a side panel, as a landmark region. */
export function PanelSection({ title, children }: PanelSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
