import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

/** A surface for related sections, divided by hairlines. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className={styles.card}>{children}</div>;
}

interface CardSectionProps {
  readonly title?: string;
  /** False where the region's name would be the same as a field's. */
  readonly isRegion?: boolean;
  /** A link or button opposite the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a card. With a title it is a landmark region by default. */
export function CardSection({ title, isRegion = true, action, children }: CardSectionProps) {
  const id = useId();
  return (
    <section
      className={styles.section}
      aria-labelledby={title === undefined || !isRegion ? undefined : id}
    >
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
