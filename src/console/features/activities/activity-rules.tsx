import { CardSection } from '#console/ui/card.tsx';
import { Tag } from '#console/ui/tag.tsx';
import type { Rule } from '#contract/loyalty/rules.ts';
import styles from './activity-page.module.css';
import { idleReason, ruleSentence } from './rule-sentence.ts';

/** The rules in the order in which they are applied, as sentences. */
export function ActivityRules({ rules }: { readonly rules: readonly Rule[] }) {
  return (
    <CardSection title="Rules">
      {rules.length === 0 ? (
        <p className={styles.muted}>No rules: the points are as above, without a limit.</p>
      ) : (
        <ol className={styles.rules}>
          {rules.map((rule, index) => {
            const idle = idleReason(rule);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id, and their order is what they are
              <li key={index} className={styles.rule} data-idle={idle !== undefined || undefined}>
                <p className={styles.sentence}>{ruleSentence(rule)}</p>
                <p className={styles.muted}>
                  {rule.rule_name || rule.rule_type} {idle && <Tag>{idle}</Tag>}
                </p>
              </li>
            );
          })}
        </ol>
      )}
    </CardSection>
  );
}
