import styles from './segmented-bar.module.css';

/** `shade-1` to `shade-5` are for parts whose color means nothing, the strongest first. */
export type SegmentTone = 'good' | 'soon' | 'broken' | 'off' | `shade-${1 | 2 | 3 | 4 | 5}`;

/** The tone of the nth part, from 0. */
export function shade(index: number): SegmentTone {
  return `shade-${Math.min(index + 1, 5) as 1 | 2 | 3 | 4 | 5}`;
}

interface SegmentedBarProps {
  readonly parts: readonly {
    readonly key: string;
    readonly tone: SegmentTone;
    readonly value: number;
  }[];
}

/** Parts of a whole as one bar. A list or table beside it says the same in words. */
export function SegmentedBar({ parts }: SegmentedBarProps) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {parts
        .filter(({ value }) => value > 0)
        .map(({ key, tone, value }) => (
          <div key={key} data-tone={tone} style={{ flexGrow: value }} />
        ))}
    </div>
  );
}

/** The color of a part, in front of its name. */
export function SegmentDot({ tone }: { readonly tone: SegmentTone }) {
  return <span className={styles.dot} data-tone={tone} aria-hidden="true" />;
}
