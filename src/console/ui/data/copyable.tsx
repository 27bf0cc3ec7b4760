import type { ReactNode } from 'react';
import { CopyButton, type CopyButtonProps } from './copy-button.tsx';
import styles from './copyable.module.css';

export function Copyable({
  children,
  ...button
}: CopyButtonProps & { readonly children: ReactNode }) {
  return (
    <span className={styles.copyable}>
      {children}
      <CopyButton {...button} />
    </span>
  );
}
