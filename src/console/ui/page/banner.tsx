import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import styles from './banner.module.css';

interface BannerProps {
  /** `amber` for soon, `red` for broken or final. */
  readonly tone: 'amber' | 'red';
  readonly title: string;
  /** What puts it right. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** Something on this page that wants attention. */
export function Banner({ tone, title, action, children }: BannerProps) {
  return (
    <section
      ref={focusHeadingOnUnmount}
      aria-label={title}
      className={classNames(styles.banner, styles[tone])}
    >
      {tone === 'red' ? <CircleAlert /> : <TriangleAlert />}
      <div className={styles.words}>
        <strong>{title}</strong>
        {children && <div>{children}</div>}
      </div>
      {action}
    </section>
  );
}
