import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

/** A surface for sections that belong together, with hairlines between them. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}

interface CardSectionProps {
  readonly title?: string;
  /** Opposite the title: a link or a button. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a card; with a title it is a region of that name. */
export function CardSection({ title, action, children }: CardSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className={styles.heading}>
          <h2 id={id}>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
