import { formatNumber } from '#console/lib/format/format-number.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import type { DirectoryStatus } from '#contract/gateway/directory.ts';

/** Says that the list can't search yet, or may be out of date. */
export function DirectoryBanner({ status }: { readonly status: DirectoryStatus | undefined }) {
  if (status?.state === 'building') {
    const percent = formatNumber(Math.floor(status.progress * 100));
    return (
      <Banner tone="amber" title="Search is being prepared">
        {percent}% of members are indexed. Until then, this list comes from the loyalty program.
      </Banner>
    );
  }
  if (status?.state !== 'stale') return null;
  return (
    <Banner tone="amber" title="This list may be out of date">
      We couldn't reach the loyalty program recently. Patron keeps trying.
    </Banner>
  );
}
