import { classNames } from '#console/lib/class-names.ts';
import styles from './code-block.module.css';

interface CodeBlockProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  /** Wraps long lines instead of scrolling. */
  readonly wrap?: boolean;
}

/** Preformatted text in a scrollable box, which the keyboard can scroll too. */
export function CodeBlock({ label, text, wrap = false }: CodeBlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className={styles.block}>
      <pre className={classNames(wrap && styles.wrap)}>{text}</pre>
    </section>
  );
}
