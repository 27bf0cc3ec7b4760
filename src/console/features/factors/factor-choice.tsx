import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Spinner } from '#console/ui/spinner.tsx';
import styles from './factor-choice.module.css';
import { FactorIcon } from './factor-icon.tsx';
import type { FactorKind } from './factor-kinds.ts';

interface FactorChoiceProps {
  readonly kind: FactorKind;
  /** Why it can't be chosen; it stands in the place of what it takes. */
  readonly disabledReason: string | undefined;
  /** It was chosen, and is being created. */
  readonly pending: boolean;
  /** Has the focus when the dialog opens. */
  readonly first: boolean;
  readonly onChoose: () => void;
}

/** A kind of factor to choose, by one press. */
export function FactorChoice({
  kind,
  disabledReason,
  pending,
  first,
  onChoose,
}: FactorChoiceProps) {
  const id = useId();
  const isOff = disabledReason !== undefined;
  return (
    <button
      type="button"
      className={styles.choice}
      aria-labelledby={`${id}name`}
      aria-describedby={`${id}words`}
      aria-disabled={isOff || undefined}
      aria-busy={pending || undefined}
      data-autofocus={first || undefined}
      onClick={isOff ? undefined : onChoose}
    >
      <FactorIcon kind={kind} />
      <span className={styles.words}>
        <span id={`${id}name`} className={styles.name}>
          {kind.name}
        </span>
        <span id={`${id}words`} className={styles.description}>
          {disabledReason ?? kind.description}
        </span>
      </span>
      {pending ? <Spinner /> : !isOff && <ChevronRight className={styles.chevron} />}
    </button>
  );
}
