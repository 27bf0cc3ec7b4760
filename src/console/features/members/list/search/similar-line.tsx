import type { MembersPage } from '#console/features/members/members-queries.ts';
import type { MembersView } from '#console/features/members/members-view.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { changeFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { Button } from '#console/ui/button/button.tsx';
import type { CursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { SIMILAR_COUNTED_MAX } from '#contract/gateway/directory.ts';
import styles from './similar-line.module.css';

interface SimilarLineProps {
  readonly pages: Pick<CursorPages<MembersView>, 'view' | 'change'>;
  readonly page: Pick<MembersPage, 'matching'>;
}

/** Below the members that a search found: how many others are similar, and a button to list them. */
export function SimilarLine({ pages: { view, change }, page }: SimilarLineProps) {
  const { literal = 0, similar } = page.matching ?? {};
  if (literal === 0 || !similar) return null;
  const isShown = view.filter.similar === 'include';
  return (
    <p className={styles.line}>
      {formatSimilar(similar)}
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          const changes = { similar: isShown ? undefined : ('include' as const) };
          change({ filter: changeFilter(view.filter, changes) });
        }}
      >
        {isShown ? 'Hide similar' : 'Show similar'}
      </Button>
    </p>
  );
}

/** "27 similar", "100 or more similar". */
function formatSimilar(similar: number): string {
  const count = formatNumber(similar);
  return similar < SIMILAR_COUNTED_MAX ? `${count} similar` : `${count} or more similar`;
}
