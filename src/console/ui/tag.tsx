import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './tag.module.css';

/** A word that somebody put on a thing. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}

interface TagListProps {
  readonly tags: readonly string[];
  /** Several lines where one is not enough; a table cell keeps to one. */
  readonly wrap?: boolean;
}

/** Tags in a row; nothing where there are none. */
export function TagList({ tags, wrap = false }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <span className={classNames(styles.tags, wrap && styles.wrap)}>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </span>
  );
}
