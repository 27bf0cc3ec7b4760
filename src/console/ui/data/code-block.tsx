import { classNames } from '#console/lib/class-names.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import styles from './code-block.module.css';

/** Browsers take seconds to lay out a megabyte. */
const MAX_CHARACTERS = 200_000;

interface CodeBlockProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  /** Wraps long lines instead of scrolling. */
  readonly wrap?: boolean;
}

/** Preformatted text in a scrollable box, which the keyboard can scroll too. */
export function CodeBlock({ label, text, wrap = false }: CodeBlockProps) {
  const isCut = text.length > MAX_CHARACTERS;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className={styles.block}>
      <pre className={classNames(wrap && styles.wrap)}>
        {isCut ? text.slice(0, MAX_CHARACTERS) : text}
      </pre>
      {isCut && (
        <p>
          Showing the first {formatNumber(MAX_CHARACTERS)} of {formatNumber(text.length)}{' '}
          characters. Copy it to see the rest.
        </p>
      )}
    </section>
  );
}
