import type { ReactNode } from 'react';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';

interface ExternalLinkProps {
  /** As a service sent it: what is no web address is shown, and leads nowhere. */
  readonly url: string;
  /** The address itself where it is left out. */
  readonly children?: ReactNode;
}

/** A link that leaves the console, in a tab of its own and without telling where it came from. */
export function ExternalLink({ url, children = url }: ExternalLinkProps) {
  if (!/^https?:\/\//i.test(url)) return children;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
