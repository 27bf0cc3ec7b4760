import type { ReactNode } from 'react';
import styles from './full-screen.module.css';

interface FullScreenProps {
  readonly title: string;
  readonly role?: 'alert' | 'status';
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** A message in place of the shell. */
export function FullScreen({ title, role, action, children }: FullScreenProps) {
  return (
    <main className={styles.screen}>
      <title>{`${title} · Patron`}</title>
      <div role={role} className={styles.text}>
        <Mark />
        <h1>{title}</h1>
        {children}
      </div>
      {action}
    </main>
  );
}

/** Patron's logo: two overlapping circles. Decorative: the name is beside it. */
function Mark() {
  return (
    <svg className={styles.mark} width={33} height={24} viewBox="0 0 22 16" aria-hidden="true">
      <circle cx="14" cy="8" r="8" opacity="0.45" />
      <circle cx="8" cy="8" r="8" />
    </svg>
  );
}
