import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { ToneIcon } from '#console/ui/tone-icon.tsx';
import styles from './banner.module.css';

interface BannerProps {
  /** `amber` for warnings, `red` for failures. */
  readonly tone: 'amber' | 'red';
  readonly title: string;
  /** A button or link that fixes it. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

export function Banner({ tone, title, action, children }: BannerProps) {
  return (
    <section
      ref={focusHeadingOnUnmount}
      aria-label={title}
      className={classNames(styles.banner, styles[tone])}
    >
      <ToneIcon tone={tone} size="large">
        {tone === 'red' ? <CircleAlert /> : <TriangleAlert />}
      </ToneIcon>
      <div className={styles.words}>
        <strong>{title}</strong>
        {children && <div>{children}</div>}
      </div>
      {action}
    </section>
  );
}
