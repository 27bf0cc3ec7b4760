import { CardSection } from '#console/ui/card.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import styles from './member-page.module.css';

/** Whether all fields of a member are loaded, or only those that lists have. */
export type MemberDetails = 'loaded' | 'loading' | 'failed';

interface NotLoadedProps {
  readonly details: MemberDetails;
  /** In px. */
  readonly height: number;
}

/** Replaces fields that only the member itself has. */
export function NotLoaded({ details, height }: NotLoadedProps) {
  if (details === 'failed') return <p className={styles.muted}>Not loaded.</p>;
  return <Skeleton height={height} />;
}

interface NotLoadedSectionProps extends NotLoadedProps {
  readonly title: string;
}

export function NotLoadedSection({ title, ...props }: NotLoadedSectionProps) {
  return (
    <CardSection title={title}>
      <NotLoaded {...props} />
    </CardSection>
  );
}
