import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import styles from '#console/features/webhooks/item-page.module.css';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import { useCopy } from '#console/ui/data/use-copy.ts';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';

/** The body as it came, which is what was signed; readable where it is JSON. */
export function RequestBody({ body }: { readonly body: string | null }) {
  const [isRaw, setIsRaw] = useState(false);
  const { copied, copy } = useCopy(body ?? '');
  if (body === null || body === '') {
    return (
      <CardSection title="Body">
        <p className={styles.muted}>
          {body === null ? 'It was too large to be kept.' : 'It was empty.'}
        </p>
      </CardSection>
    );
  }
  const pretty = prettyJson(body);
  const showsRaw = isRaw || pretty === undefined;
  return (
    <CardSection
      title="Body"
      action={
        <div className={styles.choices}>
          {pretty !== undefined && (
            <Button variant="ghost" size="small" onClick={() => setIsRaw(!isRaw)}>
              {isRaw ? 'Readable' : 'As it came'}
            </Button>
          )}
          <Button variant="ghost" size="small" icon={copied ? <Check /> : <Copy />} onClick={copy}>
            Copy body
          </Button>
          <span role="status">
            {copied && <VisuallyHidden>Copied</VisuallyHidden>}
            {copied === false && 'Select the text and press Ctrl or ⌘ C'}
          </span>
        </div>
      }
    >
      <CodeBlock label="Text of the body" text={showsRaw ? body : pretty} wrap={showsRaw} />
    </CardSection>
  );
}

/** JSON with a line for each part; undefined for what is no JSON. */
function prettyJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
