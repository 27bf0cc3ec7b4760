import { Banner } from '#console/ui/page/banner.tsx';
import { isIncomplete } from '#contract/reader.ts';
import styles from './incomplete-notice.module.css';

/** Shown for an item of which a service sent something that can't be read. */
export function IncompleteNotice({ item }: { readonly item: object }) {
  if (!isIncomplete(item)) return null;
  return (
    <Banner tone="amber" title="Can't be shown completely">
      The service sent something that Patron can't read. The rest is shown.
      <details>
        <summary>Show raw data</summary>
        <pre className={styles.raw}>{JSON.stringify(item.$raw, null, 2)}</pre>
      </details>
    </Banner>
  );
}
