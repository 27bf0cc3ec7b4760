import { useEffect, useId, useRef } from 'react';
import { useConfig } from '#console/session/session-context.ts';
import { CodeBlock } from '#console/ui/data/code-block.tsx';
import {
  TEMPLATE_PREVIEW_MAX_BYTES,
  TEMPLATE_PREVIEW_PATH,
} from '#contract/gateway/template-preview.ts';
import styles from './html-preview.module.css';

/** A character of a form takes up to nine bytes. */
const MAX_CHARACTERS = TEMPLATE_PREVIEW_MAX_BYTES / 9;

interface HtmlPreviewProps {
  /** The name of the attribute. */
  readonly label: string;
  readonly html: string;
  /** `short` for a few lines of text. */
  readonly size?: 'normal' | 'short';
}

/** HTML as it looks beside its source, or its source alone if the deployment has no previews. */
export function HtmlPreview({ label, html, size = 'normal' }: HtmlPreviewProps) {
  const address = useConfig().extensions?.template_preview?.baseUrl;
  const isShown = address !== undefined && html.length <= MAX_CHARACTERS;
  return (
    <section aria-label={label} className={styles.views}>
      {isShown && (
        <div>
          <h3 className={styles.label}>Preview</h3>
          <RenderedHtml
            key={html}
            url={address + TEMPLATE_PREVIEW_PATH}
            label={label}
            html={html}
            size={size}
          />
          <p className={styles.note}>
            Images from other servers are not loaded, and links are off.
          </p>
        </div>
      )}
      <div>
        <h3 className={styles.label}>Source</h3>
        <CodeBlock label={`Source of ${label}`} text={html} wrap={size === 'short'} />
      </div>
    </section>
  );
}

interface RenderedHtmlProps extends HtmlPreviewProps {
  readonly url: string;
}

/**
 * Posts the HTML into a sandboxed frame. The response's policy allows nothing, unlike that of a document
 * made here, which would also inherit the console's rule against inline styles.
 */
function RenderedHtml({ url, label, html, size }: RenderedHtmlProps) {
  const name = `preview-${useId()}`;
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.submit(), []);
  return (
    <>
      <form ref={formRef} method="post" action={url} target={name} hidden>
        <textarea name="html" aria-label="HTML" value={withFont(html)} readOnly />
      </form>
      <iframe
        name={name}
        title={`Preview of ${label}`}
        sandbox=""
        referrerPolicy="no-referrer"
        className={styles.frame}
        data-size={size}
      />
    </>
  );
}

/** HTML without a page around it would be shown in the browser's serif font. */
function withFont(html: string): string {
  const isWholePage = /^\s*<(!doctype|html)/i.test(html);
  return isWholePage
    ? html
    : `<!doctype html><style>body{font:14px/20px sans-serif}</style>${html}`;
}
