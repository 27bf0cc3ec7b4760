import type { ReactNode } from 'react';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';

interface ExternalLinkProps {
  /** The URL from an API. Only http and https URLs become links. */
  readonly url: string;
  /** Defaults to the URL. */
  readonly children?: ReactNode;
}

/** A link out of the console, in a new tab and without a referrer. */
export function ExternalLink({ url, children = url }: ExternalLinkProps) {
  if (!/^https?:\/\//i.test(url)) return children;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
