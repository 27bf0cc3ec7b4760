import { Check, Copy } from 'lucide-react';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { VisuallyHidden } from '#console/ui/visually-hidden.tsx';
import { COPY_HINT, useCopy } from './use-copy.ts';

export interface CopyButtonProps {
  /** What is copied: "member ID". */
  readonly what: string;
  readonly value: string;
}

export function CopyButton({ what, value }: CopyButtonProps) {
  const { copied, copy } = useCopy(value);
  return (
    <>
      <IconButton
        size="small"
        label={`Copy ${what}`}
        icon={copied ? <Check /> : <Copy />}
        onClick={() => void copy()}
      />
      <span role="status">
        {copied && <VisuallyHidden>Copied</VisuallyHidden>}
        {copied === false && COPY_HINT}
      </span>
    </>
  );
}
