import { formatCount } from '#console/lib/format/format-number.ts';
import { CardSection } from '#console/ui/card.tsx';
import { AttributeList } from '#console/ui/data/attribute-list.tsx';
import type { PersonalData } from '#contract/gateway/personal-data.ts';
import { parseDate } from '#contract/loyalty/dates.ts';
import styles from './personal-data.module.css';

/** More of them are in the file. */
const SHOWN = 20;

/** In the order of the page. */
export const SECTION_LABELS: Readonly<Record<string, string>> = {
  profile: 'Profile',
  points: 'Points',
  directory: 'Member directory',
  inbox_events: 'Received events',
  sent_events: 'Sent events',
  job_rows: 'Imports and other jobs',
  saved_views: 'Saved views',
  audit_events: 'Audit log',
};

/** What is kept, by where it is kept. */
export function PersonalDataSections({ data: { sections } }: { readonly data: PersonalData }) {
  const names = new Set([...Object.keys(SECTION_LABELS), ...Object.keys(sections)]);
  return [...names].map((name) => {
    const entries = sections[name] ?? [];
    if (entries.length === 0) return null;
    return (
      <CardSection key={name} title={SECTION_LABELS[name] ?? name}>
        <ul className={styles.entries}>
          {entries.slice(0, SHOWN).map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries never change
            <li key={index}>
              <AttributeList attributes={shownValues(entry)} />
            </li>
          ))}
        </ul>
        {entries.length > SHOWN && (
          <p className={styles.more}>
            {formatCount(entries.length - SHOWN, 'more entry', 'more entries')} in the download.
          </p>
        )}
      </CardSection>
    );
  });
}

/** Without empty values. Moments in the formats of the loyalty API become timestamps. */
function shownValues(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, toTimestamp(name, value)]),
  );
}

function toTimestamp(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !name.endsWith('_date')) return value;
  const date = parseDate(value);
  return date?.kind === 'instant' ? date.iso : value;
}
