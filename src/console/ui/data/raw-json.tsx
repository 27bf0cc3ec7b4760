import { Check, Copy } from 'lucide-react';
import { formatJson } from '#console/lib/format/format-json.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CodeBlock } from './code-block.tsx';
import styles from './raw-json.module.css';
import { COPY_HINT, useCopy } from './use-copy.ts';

interface RawJsonProps {
  readonly value: unknown;
}

/** The API response behind a page, for developers. Collapsed at first. */
export function RawJson({ value }: RawJsonProps) {
  const text = formatJson(value) ?? 'Nested too deeply to show.';
  const { copied, copy } = useCopy(text);

  return (
    <details className={styles.details}>
      <summary className={styles.summary}>Raw JSON</summary>
      <div className={styles.copy}>
        <span role="status">
          {copied && 'Copied'}
          {copied === false && COPY_HINT}
        </span>
        <Button size="small" icon={copied ? <Check /> : <Copy />} onClick={copy}>
          Copy JSON
        </Button>
      </div>
      <CodeBlock label="Raw JSON" text={text} />
    </details>
  );
}
