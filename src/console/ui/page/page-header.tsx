import { type ReactNode, useEffect } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { publishTitles, usePanelTitle } from '#console/ui/hooks/page-title.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  /** The page's only `h1`; the document title starts with it. */
  readonly title: string;
  /** Whether the page has no item: it is loading, missing or failed to load. */
  readonly isPlaceholder?: boolean;
  /** How many items the page is about, once known. */
  readonly count?: number | undefined;
  /** Whether `count` is estimated. */
  readonly isCountAbout?: boolean | undefined;
  /** What `count` counts, if not everything: "active". */
  readonly countLabel?: string | undefined;
  /** Before the title. */
  readonly picture?: ReactNode;
  /** One line. */
  readonly description?: ReactNode;
  /** Buttons, the primary one last. */
  readonly actions?: ReactNode;
}

/** The header of a page. Its heading is focusable: the shell focuses it after a navigation. */
export function PageHeader(props: PageHeaderProps) {
  const { title, isPlaceholder = false, count, countLabel, picture, description, actions } = props;
  const panelTitle = usePanelTitle();
  useEffect(() => {
    publishTitles({ page: title, isPlaceholder });
    return () => publishTitles({ page: '' });
  }, [title, isPlaceholder]);
  return (
    <header className={styles.header}>
      <title>{[panelTitle, title, 'Patron'].filter(Boolean).join(' · ')}</title>
      <div className={styles.lead}>
        {picture}
        <div className={styles.words}>
          <div className={styles.title}>
            <h1 tabIndex={-1} dir="auto">
              <Breakable text={title} />
            </h1>
            {count !== undefined && (
              <span className={styles.count}>
                {props.isCountAbout && 'about '}
                {formatNumber(count)}
                {countLabel ? ` ${countLabel}` : <VisuallyHidden> in total</VisuallyHidden>}
              </span>
            )}
          </div>
          {description !== undefined && <div className={styles.description}>{description}</div>}
        </div>
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
