import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import type { Erasure, PersonalData } from '#contract/gateway/personal-data.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { sectionLabel } from './history-card.tsx';
import styles from './personal-data.module.css';

interface EraseSectionProps {
  readonly api: Client;
  readonly data: PersonalData;
  readonly name: string;
  readonly onErased: (erasure: Erasure) => void;
}

/** What an erasure deletes and what it leaves, side by side, and its button. */
export function EraseSection({ api, data, name, onErased }: EraseSectionProps) {
  const disabledReason = useScopeReason('teams:write');
  const [isErasing, setIsErasing] = useState(false);
  const erased = Object.entries(data.sections).filter(
    ([section, entries]) => entries.length > 0 && !KEPT_SECTIONS.includes(section),
  );
  return (
    <section aria-labelledby="erase" className={styles.danger}>
      <div className={styles.dangerHeading}>
        <h2 id="erase">Erase {name}</h2>
        <Button
          variant="danger"
          icon={<Trash2 />}
          disabledReason={disabledReason}
          onClick={() => setIsErasing(true)}
        >
          Erase
        </Button>
      </div>
      <div className={styles.sides}>
        <div>
          <h3>What goes, in every team that uses this program</h3>
          <ul>
            {erased.map(([section, entries]) => (
              <li key={section}>
                {sectionLabel(section)}
                {entries.length > 1 && `: ${formatCount(entries.length, 'entry', 'entries')}`}
              </li>
            ))}
            <li>Reasons in the points history, and values in the audit log</li>
          </ul>
        </div>
        <div>
          <h3>What stays</h3>
          <ul>
            <li>Points in your totals, without a name</li>
            <li>In the audit log who changed something and when, without the values</li>
            <li>Mentions elsewhere, until you remove them</li>
            <li>Files that somebody has downloaded</li>
          </ul>
        </div>
      </div>
      {isErasing && (
        <EraseDialog
          api={api}
          memberId={data.member_id}
          name={name}
          onErased={onErased}
          onClose={() => setIsErasing(false)}
        />
      )}
    </section>
  );
}

/** Their entries stay without the person's values. */
const KEPT_SECTIONS: readonly string[] = ['audit_events', 'points'];
