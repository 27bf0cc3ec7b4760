import { Link } from 'react-router';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { Card, CardSection } from '#console/ui/card.tsx';
import type { DirectoryFacets } from '#contract/gateway/directory.ts';
import styles from './figures-table.module.css';

/** Rarer tags are left out. */
const MAX_TAGS = 6;

interface TagsPanelProps {
  readonly teamId: string;
  readonly facets: DirectoryFacets;
}

export function TagsPanel({ teamId, facets: { tags } }: TagsPanelProps) {
  return (
    <Card>
      <CardSection title="Tags in use">
        {tags.length === 0 ? (
          <p className={styles.none}>No members have tags.</p>
        ) : (
          <table aria-label="Tags in use" className={styles.table}>
            <tbody>
              {tags.slice(0, MAX_TAGS).map(({ value, count }) => (
                <tr key={value}>
                  <th scope="row" className={styles.name}>
                    <TagLink teamId={teamId} tag={value} />
                  </th>
                  <td className={styles.value}>{formatNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </CardSection>
    </Card>
  );
}

/** A tag with a comma can't be filtered by: the filter separates tags with commas. */
function TagLink({ teamId, tag }: { readonly teamId: string; readonly tag: string }) {
  if (tag.includes(',')) return tag;
  const search = `${new URLSearchParams({ tags: `any:${tag}` })}`;
  return <Link to={{ pathname: paths.members(teamId), search }}>{tag}</Link>;
}
