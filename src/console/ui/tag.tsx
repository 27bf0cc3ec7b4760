import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './tag.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface TagProps {
  /** Keeps its width where there isn't enough room. */
  readonly isRigid?: boolean;
  readonly children: ReactNode;
}

export function Tag({ isRigid = false, children }: TagProps) {
  return <span className={classNames(styles.tag, isRigid && styles.rigid)}>{children}</span>;
}

interface TagListProps {
  readonly tags: readonly string[];
  /** Allows several lines; a table cell has one. */
  readonly wrap?: boolean;
  /** Tags without room, shown as "+2". Their names are in its tooltip. */
  readonly hidden?: readonly string[];
}

export function TagList({ tags, wrap = false, hidden = [] }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <span className={classNames(styles.tags, wrap && styles.wrap)}>
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
      {hidden.length > 0 && (
        <Tag isRigid>
          <span aria-hidden="true" title={hidden.join(', ')}>
            +{hidden.length}
          </span>
          <VisuallyHidden>{hidden.join(', ')}</VisuallyHidden>
        </Tag>
      )}
    </span>
  );
}
