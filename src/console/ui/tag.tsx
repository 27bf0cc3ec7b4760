import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './tag.module.css';

export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}

interface TagListProps {
  readonly tags: readonly string[];
  /** Allows several lines; a table cell has one. */
  readonly wrap?: boolean;
}

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
