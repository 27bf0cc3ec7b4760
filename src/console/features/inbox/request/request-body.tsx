import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import styles from '#console/features/inbox/item-page.module.css';
import { formatJson } from '#console/lib/format/format-json.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import { COPY_HINT, useCopy } from '#console/ui/data/use-copy.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';

/** The raw body, which is what was signed, or a formatted version of it if it is JSON. */
export function RequestBody({ body }: { readonly body: string | null }) {
  const [isRaw, setIsRaw] = useState(false);
  const { copied, copy } = useCopy(body ?? '');
  if (body === null || body === '') {
    return (
      <CardSection title="Body">
        <p className={styles.muted}>
          {body === null
            ? 'Not kept: too large, rejected more than 7 days ago, or about an erased member.'
            : 'Empty.'}
        </p>
      </CardSection>
    );
  }
  const formatted = indent(body);
  const showsRaw = isRaw || formatted === undefined;
  return (
    <CardSection
      title="Body"
      action={
        <div className={styles.choices}>
          {formatted !== undefined && (
            <Button variant="ghost" size="small" onClick={() => setIsRaw(!isRaw)}>
              {isRaw ? 'Formatted' : 'Raw'}
            </Button>
          )}
          <Button variant="ghost" size="small" icon={copied ? <Check /> : <Copy />} onClick={copy}>
            Copy body
          </Button>
          <span role="status">
            {copied && <VisuallyHidden>Copied</VisuallyHidden>}
            {copied === false && COPY_HINT}
          </span>
        </div>
      }
    >
      <CodeBlock label="Request body" text={showsRaw ? body : formatted} wrap={showsRaw} />
    </CardSection>
  );
}

/** Indented JSON; undefined if the text is not JSON, or nested too deeply. */
function indent(text: string): string | undefined {
  try {
    return formatJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}
