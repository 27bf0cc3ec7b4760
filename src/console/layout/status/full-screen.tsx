import type { ReactNode } from 'react';
import { Mark } from '#console/ui/mark.tsx';
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
        <Mark size={24} />
        <h1>{title}</h1>
        {children}
      </div>
      {action}
    </main>
  );
}
