import { classNames } from '#console/lib/class-names.ts';
import styles from './code-block.module.css';

interface CodeBlockProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  /** Breaks long lines rather than scroll sideways. */
  readonly wrap?: boolean;
}

/** A text as it came, in a box that scrolls; by keyboard too. */
export function CodeBlock({ label, text, wrap = false }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section tabIndex={0} aria-label={label} className={styles.block}>
      <pre className={classNames(wrap && styles.wrap)}>{text}</pre>
    </section>
  );
}
